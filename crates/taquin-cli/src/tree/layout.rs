//! The layout of a tree, after Reingold and Tilford (1981).
//!
//! The subtrees of a node are placed next to each other, as close as their contours allow, and the node above
//! the middle of its first and last child. A contour is the leftmost and the rightmost position on each
//! level. No two nodes of a level are closer than one unit, no edges cross, and equal subtrees have equal
//! shapes.

use taquin::trace::NodeId;

/// The leftmost and the rightmost position on each level, relative to the root of the subtree.
type Contour = Vec<(f64, f64)>;

/// Returns the horizontal position of each node by its ID. The leftmost is 0; neighbors are at least 1
/// apart. In `nodes`, each node comes before its children.
pub(super) fn positions(nodes: &[NodeId], children: &[Vec<NodeId>]) -> Vec<f64> {
    let mut contours: Vec<Contour> = vec![Contour::new(); children.len()];
    // Relative to the parent at first.
    let mut positions = vec![0.0; children.len()];
    for &id in nodes.iter().rev() {
        let mut below = Contour::new();
        for &child in &children[id] {
            let contour = std::mem::take(&mut contours[child]);
            let overlap = |(left, right): (&(f64, f64), &(f64, f64))| left.1 - right.0 + 1.0;
            let offset = below.iter().zip(&contour).map(overlap).fold(f64::NEG_INFINITY, f64::max);
            positions[child] = if below.is_empty() { 0.0 } else { offset };
            append(&mut below, &contour, positions[child]);
        }
        let position = |child: Option<&NodeId>| child.map_or(0.0, |&child| positions[child]);
        let middle = f64::midpoint(position(children[id].first()), position(children[id].last()));
        for &child in &children[id] {
            positions[child] -= middle;
        }
        let shifted = below.into_iter().map(|(left, right)| (left - middle, right - middle));
        contours[id] = std::iter::once((0.0, 0.0)).chain(shifted).collect();
    }
    for &id in nodes {
        for &child in &children[id] {
            positions[child] += positions[id];
        }
    }
    let leftmost = nodes.iter().map(|&id| positions[id]).fold(f64::INFINITY, f64::min);
    for &id in nodes {
        positions[id] -= leftmost;
    }
    positions
}

/// Extends a contour by that of a subtree to the right.
fn append(contour: &mut Contour, subtree: &[(f64, f64)], offset: f64) {
    for (level, &(left, right)) in subtree.iter().enumerate() {
        match contour.get_mut(level) {
            Some(ends) => ends.1 = right + offset,
            None => contour.push((left + offset, right + offset)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_centred_and_nodes_do_not_overlap() {
        // 0 has 1, 2, 3; 1 has 4, 5, 6; 3 has 7, 8; 5 has 9.
        let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); 10];
        children[0] = vec![1, 2, 3];
        children[1] = vec![4, 5, 6];
        children[3] = vec![7, 8];
        children[5] = vec![9];
        let nodes: Vec<NodeId> = (0..10).collect();
        let positions = positions(&nodes, &children);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for &id in nodes.iter().filter(|&&id| !children[id].is_empty()) {
            let first = children[id][0];
            let last = children[id][children[id].len() - 1];
            assert!(near(positions[id], f64::midpoint(positions[first], positions[last])), "{positions:?}");
        }
        for level in [&[1, 2, 3][..], &[4, 5, 6, 7, 8]] {
            assert!(
                level.windows(2).all(|pair| positions[pair[1]] - positions[pair[0]] > 1.0 - 1e-9),
                "{positions:?}"
            );
        }
        assert!(near(nodes.iter().map(|&id| positions[id]).fold(f64::INFINITY, f64::min), 0.0));
    }
}
