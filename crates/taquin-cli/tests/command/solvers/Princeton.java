import java.io.File;
import java.util.*;

/** A solver in Java as a student might write it: Princeton VARIANT FILE. */
public class Princeton {
    private record Node(int[] tiles, int moves, int priority, Node previous) {}

    private static int n;
    private static boolean countsBlank;

    private static int manhattan(int[] tiles) {
        int sum = 0;
        for (int i = 0; i < tiles.length; i++) {
            int home = tiles[i] == 0 ? n * n - 1 : tiles[i] - 1;
            if (tiles[i] != 0 || countsBlank) sum += Math.abs(i / n - home / n) + Math.abs(i % n - home % n);
        }
        return sum;
    }

    private static List<int[]> neighbors(int[] tiles) {
        int blank = 0;
        while (tiles[blank] != 0) blank++;
        List<int[]> all = new ArrayList<>();
        for (int[] step : new int[][] {{0, -1}, {0, 1}, {-1, 0}, {1, 0}}) {
            int row = blank / n + step[0], col = blank % n + step[1];
            if (row < 0 || col < 0 || row >= n || col >= n) continue;
            int[] next = tiles.clone();
            next[blank] = next[row * n + col];
            next[row * n + col] = 0;
            all.add(next);
        }
        return all;
    }

    private static String text(int[] tiles) {
        StringBuilder s = new StringBuilder(n + "\n");
        for (int i = 0; i < tiles.length; i++) s.append(String.format("%2d ", tiles[i])).append(i % n == n - 1 ? "\n" : "");
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        String variant = args[0];
        countsBlank = variant.equals("blank-counted");
        Scanner in = new Scanner(new File(args[1]));
        n = in.nextInt();
        int[] start = new int[n * n];
        for (int i = 0; i < n * n; i++) start[i] = in.nextInt();
        int inversions = 0;
        for (int i = 0; i < n * n; i++)
            for (int j = i + 1; j < n * n; j++) if (start[i] > start[j] && start[j] != 0) inversions++;
        if (inversions % 2 == 1) {
            System.out.println("No solution possible");
            return;
        }
        PriorityQueue<Node> queue = new PriorityQueue<>(Comparator.comparingInt(Node::priority));
        Set<String> done = new HashSet<>();
        queue.add(new Node(start, 0, manhattan(start), null));
        while (true) {
            Node node = queue.remove();
            if (!done.add(Arrays.toString(node.tiles()))) continue;
            countsBlank = false;
            boolean isGoal = manhattan(node.tiles()) == 0;
            countsBlank = variant.equals("blank-counted");
            if (isGoal) {
                Deque<int[]> boards = new ArrayDeque<>();
                for (Node at = node; at != null; at = at.previous()) boards.push(at.tiles());
                System.out.println("Minimum number of moves = " + node.moves());
                for (int[] tiles : boards) System.out.println(text(tiles));
                if (variant.equals("exception-after")) throw new NoSuchElementException("Priority queue underflow");
                return;
            }
            for (int[] next : neighbors(node.tiles()))
                queue.add(new Node(next, node.moves() + 1, node.moves() + 1 + manhattan(next), node));
        }
    }
}
