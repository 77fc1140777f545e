//! Arbitrary bytes are boards or an error with a message; boards survive printing and parsing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::notation::{BoardFormat, read_board, read_boards};
use taquin::{Board, GoalKind, Size};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for format in BoardFormat::ALL {
        for size in [None, Size::new(3, 4).ok(), Size::new(2, 2).ok()] {
            match read_boards(&text, format, size) {
                Ok(boards) => {
                    for board in boards {
                        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
                        let line = board.to_line();
                        let link = format!("http://localhost/#b={}&g=snail", line.replace('/', "_").replace(' ', "."));
                        let array = format!("[[{}]]", line.replace('/', "],[").replace(' ', ","));
                        for text in [line, link, array] {
                            assert_eq!(read_board(&text, None).as_ref(), Ok(&board));
                        }
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    let _ = GoalKind::read(&text, Size::new(3, 4).ok());
    let _ = text.parse::<Size>();
});
