//! The substitutions of the move pruning, indexed for lookup along a path.

use crate::hash::MixHasher;
use hashbrown::HashMap;
use std::hash::BuildHasherDefault;
use taquin_pdb::{MovePruning, MoveSequence};

/// Each prefix of a kept sequence has an entry, and that of the whole sequence lists the pruned sequences with the
/// same effect.
pub(super) struct SubstitutionIndex(HashMap<MoveSequence, Vec<MoveSequence>, BuildHasherDefault<MixHasher>>);

impl SubstitutionIndex {
    pub(super) fn new(pruning: &MovePruning) -> Self {
        let mut prefixes: HashMap<MoveSequence, Vec<MoveSequence>, _> = HashMap::default();
        for substitution in pruning.substitutions() {
            let mut sequence = MoveSequence::EMPTY;
            for direction in substitution.kept.directions() {
                sequence = sequence.then(direction);
                prefixes.entry(sequence).or_default();
            }
            prefixes.entry(sequence).or_default().push(substitution.pruned);
        }
        Self(prefixes)
    }

    /// Returns the pruned sequences with the same effect; `None` if this is not a prefix of a kept sequence.
    pub(super) fn get(&self, sequence: MoveSequence) -> Option<&[MoveSequence]> {
        self.0.get(&sequence).map(Vec::as_slice)
    }
}
