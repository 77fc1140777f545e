//! Logistic regression on pairs of boards.

use rayon::prelude::*;
use taquin::Size;
use taquin::training::{PositionWeights, Sample, Trainee};

/// Weights under which positives rank above negatives.
pub struct Learner {
    size: Size,
    /// Enumerates the features of a board. Its weights are zero.
    features: PositionWeights,
    general: Trainee,
    /// By weight: the smaller index of it and its mirror image in the diagonal, which are equal.
    canonical: Vec<u32>,
    values: Vec<f32>,
    /// The sums of squared gradients.
    squares: Vec<f32>,
}

/// The score that makes one board e times as likely as another to be on the solution.
const SCORE_UNIT: f32 = 300.0;
/// The step size of the first epoch.
const RATE: f32 = 0.05;
const DECAY: f32 = 1e-5;
/// The number of pairs per step.
const BATCH: usize = 1024;
/// The number of ranges of weights that are updated in parallel. The result does not depend on it.
const RANGES: usize = 16;

/// The features of a pair of boards, each with its sign, and the probability that the order is wrong.
struct Pair {
    features: Vec<(u32, f32)>,
    error: f32,
    loss: f32,
}

impl Learner {
    /// Starts from zero; `None` if the size is not square.
    pub fn new(size: Size) -> Option<Self> {
        let features = PositionWeights::zero(size.rows(), size.cols())?;
        let mirrored = features.mirrored()?;
        let canonical: Vec<u32> = (0..).zip(&mirrored).map(|(i, &image)| image.min(i)).collect();
        let count = canonical.len();
        let general = Trainee::new(size, &features);
        Some(Self { size, features, general, canonical, values: vec![0.0; count], squares: vec![0.0; count] })
    }

    /// Returns the weights, rounded.
    pub fn weights(&self) -> PositionWeights {
        let rounded =
            self.canonical.iter().map(|&index| (self.values[index as usize] * SCORE_UNIT).round() as i16);
        let bytes: Vec<u8> = rounded.flat_map(i16::to_le_bytes).collect();
        PositionWeights::new(self.size.rows(), self.size.cols(), bytes.into()).expect("as many as before")
    }

    /// Passes over the samples once: each positive is paired with one of its negatives. Returns the mean loss, and the fraction of
    /// pairs that were in the right order.
    pub fn fit(&mut self, samples: &[Sample], epoch: usize) -> (f64, f64) {
        let (mut loss, mut right, mut count) = (0.0, 0_usize, 0_usize);
        // A stride that is prime to the number of samples visits each once, those of one solution far apart.
        let stride =
            (samples.len() * 5 / 8..).find(|&stride| gcd(stride, samples.len().max(1)) == 1).unwrap_or(1);
        for start in (0..samples.len()).step_by(BATCH) {
            let batch: Vec<usize> = (start..samples.len().min(start + BATCH))
                .map(|i| (i * stride + epoch) % samples.len())
                .collect();
            let pairs: Vec<Pair> =
                batch.par_iter().filter_map(|&i| self.pair(&samples[i], i + epoch)).collect();
            self.step(&pairs, RATE / epoch as f32);
            loss += pairs.iter().map(|pair| f64::from(pair.loss)).sum::<f64>();
            right += pairs.iter().filter(|pair| pair.error < 0.5).count();
            count += pairs.len();
        }
        (loss / count as f64, right as f64 / count as f64)
    }

    fn pair(&self, sample: &Sample, choice: usize) -> Option<Pair> {
        let negative = sample.negatives.get(choice % sample.negatives.len().max(1))?;
        if *negative == sample.positive {
            return None;
        }
        let mut features = Vec::with_capacity(1024);
        for (tiles, sign) in [(&sample.positive, 1.0), (negative, -1.0)] {
            self.features.for_each_feature(tiles, |index| features.push((self.canonical[index], sign)));
        }
        let learned: f32 = features.iter().map(|&(index, sign)| sign * self.values[index as usize]).sum();
        let general = self.general.general_score(&sample.positive) - self.general.general_score(negative);
        let excess = general as f32 / SCORE_UNIT + learned;
        Some(Pair { features, error: 1.0 / (1.0 + (-excess).exp()), loss: excess.exp().ln_1p() })
    }

    /// Moves the weights against the gradient of the loss.
    fn step(&mut self, pairs: &[Pair], rate: f32) {
        let length = self.values.len().div_ceil(RANGES);
        let ranges = self.values.par_chunks_mut(length).zip(self.squares.par_chunks_mut(length)).enumerate();
        ranges.for_each(|(range, (values, squares))| {
            let start = range * length;
            let mut gradient = vec![0.0_f32; values.len()];
            for pair in pairs {
                for &(index, sign) in &pair.features {
                    if let Some(sum) = (index as usize).checked_sub(start).and_then(|i| gradient.get_mut(i)) {
                        *sum += sign * pair.error;
                    }
                }
            }
            for ((value, square), gradient) in values.iter_mut().zip(squares).zip(gradient) {
                if gradient != 0.0 {
                    let gradient = gradient + DECAY * *value;
                    *square += gradient * gradient;
                    *value -= rate * gradient / (square.sqrt() + 1e-3);
                }
            }
        });
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
