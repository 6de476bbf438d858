use std::fmt;
use std::ops::{Add, AddAssign};

/// An exact non-negative fraction in lowest terms: the weight of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };
    /// Certainty.
    pub const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    /// `numerator / denominator`; the denominator must not be zero.
    pub fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator != 0, "a fraction needs a denominator other than zero");
        let divisor = gcd(numerator, denominator);
        Ratio { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The number above the line.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// The number below the line.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The product, or `None` where it needs more than 128 bits.
    pub fn checked_mul(self, other: Ratio) -> Option<Ratio> {
        let (a, b) = (gcd(self.numerator, other.denominator), gcd(other.numerator, self.denominator));
        let numerator = (self.numerator / a).checked_mul(other.numerator / b)?;
        let denominator = (self.denominator / b).checked_mul(other.denominator / a)?;
        Some(Ratio { numerator, denominator })
    }

    /// The sum, or `None` where it needs more than 128 bits.
    pub fn checked_add(self, other: Ratio) -> Option<Ratio> {
        let shared = gcd(self.denominator, other.denominator);
        let (left, right) = (other.denominator / shared, self.denominator / shared);
        let numerator = self.numerator.checked_mul(left)?.checked_add(other.numerator.checked_mul(right)?)?;
        Some(Ratio::new(numerator, self.denominator.checked_mul(left)?))
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Add for Ratio {
    type Output = Ratio;

    fn add(self, other: Ratio) -> Ratio {
        self.checked_add(other).expect("a sum of fractions outgrew 128 bits")
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Ratio) {
        *self = *self + other;
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_exact_and_in_lowest_terms() {
        assert_eq!(Ratio::new(1, 6) + Ratio::new(1, 3), Ratio::new(1, 2));
        assert_eq!(Ratio::new(2, 3).checked_mul(Ratio::new(3, 4)), Some(Ratio::new(1, 2)));
        assert_eq!(Ratio::new(0, 7), Ratio::ZERO);
        assert_eq!(Ratio::new(1, u128::MAX).checked_mul(Ratio::new(1, 2)), None);
        assert_eq!(Ratio::new(1, 3).to_string(), "1/3");
    }
}
