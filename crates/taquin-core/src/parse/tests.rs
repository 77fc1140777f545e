//! Tests of the reader: every form of one board, several boards, and boards out of range.

use super::*;

fn read(text: &str) -> Vec<Vec<u16>> {
    let boards = read_boards(text, BoardFormat::Auto, None).unwrap_or_else(|e| panic!("{text:?}: {e}"));
    boards.iter().map(|b| b.tiles().to_vec()).collect()
}

fn faults(text: &str) -> String {
    read_boards(text, BoardFormat::Auto, None).expect_err("not a board").to_string()
}

#[test]
fn every_format_of_one_board() {
    for text in [
        "3\n0 1 3\n4 2 5\n7 8 6\n",
        "3\r\n 0  1  3 \r\n 4  2  5 \r\n 7  8  6 \r\n\r\n",
        "3\n\n0 1 3\n\n4 2 5\n\n7 8 6",
        "3 3\n0 1 3 4 2\n5 7 8 6",
        "3\n0\n1\n3\n4\n2\n5\n7\n8\n6",
        "0 1 3\n4 2 5\n7 8 6",
        "\n\n0 1 3\n\n4 2 5\n\n\n7 8 6\n\n",
        "# a comment\n0 1 3 # another\n4 2 5\n#\n7 8 6",
        "0 1 3/4 2 5/7 8 6",
        " /0,1,3/ 4,2,5 / 7 , 8 , 6/",
        "0,1,3\n4,2,5\n7,8,6\n",
        "0,1,3,\n4,2,5,\n7,8,6,\n",
        ",1,3\n4,2,5\n7,8,6\n",
        "3 0 1 3 4 2 5 7 8 6",
        "3 3 0 1 3 4 2 5 7 8 6",
        "3 0 1 3 4\n2 5 7 8 6",
        "0.1.3_4.2.5_7.8.6",
        "  0.1.3_4.2.5_7.8.6 # a comment",
        "#b=0.1.3_4.2.5_7.8.6",
        "https://example.org/taquin/#b=0.1.3_4.2.5_7.8.6&g=snail&v=play",
        "[[0,1,3],[4,2,5],[7,8,6]]",
        "[[0, 1, 3], [4, 2, 5], [7, 8, 6]]\n",
        "[[0, 1, 3],\n [4, 2, 5],\n [7, 8, 6]]",
        "[\n  [0, 1, 3],\n  [4, 2, 5],\n  [7, 8, 6]\n]\n",
        "[[0 1 3]\n [4 2 5]\n [7 8 6]]",
        "[0,1,3,4,2,5,7,8,6]",
        "[\n[\n0,\n1,\n3\n],\n[\n4,\n2,\n5\n],\n[\n7,\n8,\n6\n]\n]",
        "0 1 3 4 2 5 7 8 6",
        "0 1 3 4 2\n5 7 8 6",
        "_ 1 3/4 2 5/7 8 6",
        ". 1 3\n4 2 5\n7 8 6",
        "x 1 3\n4 2 5\n7 8 6",
        "0 1 3\n4 2 5\n7 8 6 # 1 x 3",
        "? 1 3\n4 2 5\n7 8 6",
        "* 1 3\n4 2 5\n7 8 6",
        "  1 3\n4 2 5\n7 8 6",
        "    1  3\n 4  2  5\n 7  8  6\n",
        "\u{feff}0 1 3\n4 2 5\n7 8 6",
        "-1 1 3\n4 2 5\n7 8 6",
        "B 1 3\n4 2 5\n7 8 6",
        "1\n0 1 3\n4 2 5\n7 8 6",
        "0 1 3|4 2 5|7 8 6",
        "|0 1 3|\n|4 2 5|\n|7 8 6|",
        "| 0 | 1 | 3 |\n| 4 | 2 | 5 |\n| 7 | 8 | 6 |",
        "+---+---+---+\n|   | 1 | 3 |\n+---+---+---+\n| 4 | 2 | 5 |\n+---+---+---+\n| 7 | 8 | 6 |\n+---+---+---+\n",
        "┌───┬───┬───┐\n│   │ 1 │ 3 │\n├───┼───┼───┤\n│ 4 │ 2 │ 5 │\n├───┼───┼───┤\n│ 7 │ 8 │ 6 │\n└───┴───┴───┘",
        "  | 1 | 3\n---------\n4 | 2 | 5\n---------\n7 | 8 | 6",
        "-------\n|0|1|3|\n-------\n|4|2|5|\n-------\n|7|8|6|\n-------",
        "array([[0, 1, 3],\n       [4, 2, 5],\n       [7, 8, 6]])",
        "np.array([[0, 1, 3], [4, 2, 5], [7, 8, 6]], dtype=np.int64)",
        "((0, 1, 3), (4, 2, 5), (7, 8, 6))",
        "{{0,1,3},{4,2,5},{7,8,6}}",
        "{\"puzzle\": [[0, 1, 3], [4, 2, 5], [7, 8, 6]]}",
        "{\n  \"puzzle\": [\n    [0, 1, 3],\n    [4, 2, 5],\n    [7, 8, 6]\n  ]\n}\n",
        "0 1 3\n4 2 5\n7 8 6\nEND OF FILE",
        "013425786",
        "X13425786",
        "b13425786",
        "013/425/786",
        "013\n425\n786",
        "3\n013\n425\n786",
        "3x3:0,1,3,4,2,5,7,8,6",
        "3x3\n0 1 3\n4 2 5\n7 8 6",
        "board = [[0,1,3],[4,2,5],[7,8,6]]",
        "[[\"0\",\"1\",\"3\"],[\"4\",\"2\",\"5\"],[\"7\",\"8\",\"6\"]]",
        "[['', '1', '3'], ['4', '2', '5'], ['7', '8', '6']]",
        "3x3: 0 1 3/4 2 5/7 8 6",
    ] {
        assert_eq!(read(text), [[0, 1, 3, 4, 2, 5, 7, 8, 6]], "{text:?}");
    }
}

#[test]
fn x_between_numbers_is_the_blank() {
    assert_eq!(read("1 2 3\n4 x 6\n7 8 5"), [[1, 2, 3, 4, 0, 6, 7, 8, 5]]);
    assert_eq!(read("123\n4x6\n785"), [[1, 2, 3, 4, 0, 6, 7, 8, 5]]);
    assert_eq!(read("1 x\n3 2"), [[1, 0, 3, 2]]);
    // A bar after the last cell, or a blank after the last bar.
    assert_eq!(read("1 | 2 | 3 | \n4 |   | 6 | \n7 | 8 | 5 | "), [[1, 2, 3, 4, 0, 6, 7, 8, 5]]);
    assert_eq!(read("1 | 2 | 3\n4 | 5 | 6\n7 | 8 |  "), [[1, 2, 3, 4, 5, 6, 7, 8, 0]]);
}

#[test]
fn rectangular_boards() {
    assert_eq!(read("2 3\n1 2 3\n4 5 0"), [[1, 2, 3, 4, 5, 0]]);
    assert_eq!(read("3 2\n1 2\n3 4\n5 0"), [[1, 2, 3, 4, 5, 0]]);
    assert_eq!(read("1 2\n3 4\n5 0"), [[1, 2, 3, 4, 5, 0]]);
    assert_eq!(read("2 1\n3 0"), [[2, 1, 3, 0]]);
    assert_eq!(read("2 3\n1 0"), [[2, 3, 1, 0]]);
    assert_eq!(read("2 2\n2 3\n1 0"), [[2, 3, 1, 0]]);
    let size = Some(Size::new(2, 3).expect("in range"));
    let boards = read_boards("1 2 3 4 5 0", BoardFormat::Auto, size).expect("the size is given");
    assert_eq!(boards[0].size().to_string(), "2x3");
    assert!(faults("1 2 3 4 5 0").contains("6 numbers do not form a square"));
    for text in ["2 3 1 2 3 4 5 0", "1.2.3_4.5.0", "[[1,2,3],[4,5,0]]"] {
        assert_eq!(text.parse::<Board>().expect(text).size().to_string(), "2x3");
    }
    // 16 numbers are a 4x4 board, or the size 2x7 and its board.
    assert_eq!(read("2 7 0 1 3 4 5 6 8 9 10 11 12 13 14 15")[0].len(), 16);
    assert_eq!(read("2 7 0 1 3 2 4 5 6 8 9 10 11 12 13 7")[0].len(), 14);
    let boards = read_boards("3 1 2 4 5 6 7 8 9 0", BoardFormat::Auto, Size::new(2, 5).ok());
    assert_eq!(boards.expect("the size is given")[0].size().to_string(), "2x5");
}

#[test]
fn read_board_expects_a_single_board() {
    assert!(read_board("1 2 3 4 5 0", Size::new(3, 2).ok()).is_ok());
    let two = read_board("0 1/2 3\n1 0/2 3", None).expect_err("two");
    assert_eq!(two.to_string(), "expected one board, found 2");
}

#[test]
fn several_boards() {
    let two = [[0, 1, 2, 3], [1, 0, 2, 3]];
    for text in [
        "2\n0 1\n2 3\n2\n1 0\n2 3",
        "2\n0 1\n2 3\n\n2\n1 0\n2 3\n",
        "0 1\n2 3\n\n1 0\n2 3",
        "0 1/2 3\n1 0/2 3",
        "0 1 2 3\n1 0 2 3",
        "0 1 2 3\n\n1 0 2 3",
        "0 1/2 3\n2\n1 0\n2 3",
        "0 1\r2 3\r\r1 0\r2 3",
        "0 1\n2 3\n1 0/2 3",
        "0 1\n2 3\n-----\n1 0\n2 3",
        "{\"puzzle\": [[0,1],[2,3]]}\n{\"puzzle\": [[1,0],[2,3]]}",
    ] {
        assert_eq!(read(text), two, "{text:?}");
    }
    // The first line could be a size, but empty lines separate the boards.
    assert_eq!(read("3 2\n4 1\n0 5\n\n2 3\n4 1\n0 5"), [[3, 2, 4, 1, 0, 5], [2, 3, 4, 1, 0, 5]]);
    let many = "3\n0 1 3\n4 2 5\n7 8 6\n\n".repeat(5000);
    assert_eq!(read(&many).len(), 5000);
    assert_eq!(read(&many.replace("\n\n", "\n")).len(), 5000);
    // A number of boards before them, with or without empty lines between their rows.
    for text in
        ["2\n\n0 1\n2 3\n\n1 0\n2 3", "2\n0 1\n2 3\n1 0\n2 3\n", "2\n0 1/2 3\n1 0/2 3", "2\n0123\n1023"]
    {
        assert_eq!(read(text), two, "{text:?}");
        assert_eq!(read_boards(text, BoardFormat::Counted, None).expect(text).len(), 2);
    }
    assert_eq!(read("1\n1 2 3 4 5 6 7 8 0").len(), 1);
    assert!(read_boards("0 1/2 3", BoardFormat::Counted, None).is_err());
    assert!(read_boards("3\n0 1\n2 3\n1 0\n2 3", BoardFormat::Counted, None).is_err());
    assert_eq!(read("fe169b4c0a73d852")[0], [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]);
    let links = "0.1_2.3\nhttp://localhost/#b=1.0_2.3\n# http://localhost/#b=1.0_2.3\n#see/#b=1.0_2.3";
    assert_eq!(read(links), two);
    assert_eq!(read("[[0,1],[2,3]]\n[[1,0],[2,3]]"), two);
    assert_eq!(read("2 0 1 2 3\n2 1 0 2 3"), two);
}

#[test]
fn explicit_format_excludes_others() {
    let with = |format| read_boards("2 2\n2 3\n1 0", format, None);
    assert!(with(BoardFormat::Header).is_ok());
    assert!(with(BoardFormat::Rows).is_err());
    assert!(with(BoardFormat::Lines).is_err());
    for format in [BoardFormat::Header, BoardFormat::Lines] {
        assert!(read_boards("3 1 2 3 4 5 6 7 0 8", format, None).is_ok());
    }
    assert!(read_boards("1 2 3 4 5 6 7 0 8", BoardFormat::Header, None).is_err());
    assert!(read_boards("1 2/3 0", BoardFormat::Header, None).is_err());
    assert!(read_boards("3/9 9 9\n0 1 3\n4 2 5\n7 8 6", BoardFormat::Header, None).is_err());
}

/// Lists the numbers from 0, `cols` per line.
fn numbers(rows: usize, cols: usize) -> String {
    let row = |r: usize| (r * cols..(r + 1) * cols).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn boards_out_of_range_are_not_lists_of_another_shape() {
    for (rows, cols) in [(128, 2), (2, 128), (128, 8), (8, 128), (128, 32), (256, 256)] {
        let message = faults(&numbers(rows, cols));
        let expected = format!("{rows}x{cols} is too large: a board has 2 to 127 rows and columns");
        assert!(message.starts_with(&expected), "{message}");
    }
    let slashed = numbers(128, 2).replace('\n', "/");
    assert!(faults(&slashed).starts_with("128x2 is too large"), "{}", faults(&slashed));
    // One number per line is a list, and with its size a list has no shape of its own.
    assert_eq!(read(&numbers(256, 1))[0].len(), 256);
    assert_eq!(read(&format!("16\n{}", numbers(2, 128)))[0].len(), 256);
    let sized = read_boards(&numbers(2, 128), BoardFormat::Auto, Size::square(16).ok());
    assert_eq!(sized.expect("the size is given").len(), 1);
    assert_eq!(read(&"3 0 2 1\n".repeat(128)).len(), 128);
}

#[test]
fn long_lines_and_blocks_are_errors() {
    let long = "this line is too long: the largest board, 127x127, has 16129 numbers";
    assert_eq!(faults(&numbers(1, 20_000)), format!("line 1, column 1: {long}"));
    assert!(faults(&numbers(2, 200_000)).ends_with(&format!("line 2, column 1: {long}")));
    assert!(faults(&"1/".repeat(20_000)).contains(long));
    assert!(faults(&"/".repeat(20_000)).contains(long));
    assert!(faults(&format!("1 2 3\n{}", "7".repeat(1 << 20))).len() < 200);
    assert!(faults(&numbers(20_000, 1)).contains("0x0 is too small"));
    assert!(faults(&numbers(20_000, 2)).contains("20000x2 is too large"));
    // The largest boards, and more lines than are split at once.
    assert_eq!(read(&numbers(127, 127))[0].len(), 16_129);
    assert_eq!(read(&format!("127 127 {}", numbers(127, 127).replace('\n', " ")))[0].len(), 16_129);
    assert_eq!(read(&"0 1 2 3\n".repeat(50_000)).len(), 50_000);
    assert_eq!(read(&format!("{}\n1 2/3 0", "0 1 2 3\n".repeat(50_000))).len(), 50_001);
    assert!(faults(&format!("{}0 1 2 2", "0 1 2 3\n".repeat(50_000))).contains("line 50001, column 7"));
}
