use ludus_core::Luck;
use ludus_core::dice::DiceExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::lent::Lent;

/// The luck of a game written in Python; valid during the call that it is handed to.
#[pyclass(module = "ludus", unsendable)]
pub(crate) struct Dice(pub(crate) Lent<dyn ludus_core::Dice>);

#[pymethods]
impl Dice {
    /// A whole number from 0 to sides - 1, each equally likely.
    #[pyo3(signature = (sides, luck = ""))]
    fn roll(&self, sides: i64, luck: &str) -> PyResult<u32> {
        let sides = u32::try_from(sides).ok().filter(|&sides| sides > 0);
        let sides = sides.ok_or_else(|| PyValueError::new_err("a die has at least one side and fewer than 2**32"))?;
        self.0.with("dice", |dice| dice.roll(Luck::of(luck), sides))
    }

    /// An index into weights, drawn in proportion to them.
    #[pyo3(signature = (weights, luck = ""))]
    fn pick(&self, weights: Vec<u32>, luck: &str) -> PyResult<usize> {
        let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if sum == 0 || sum > u64::from(u32::MAX) {
            return Err(PyValueError::new_err("the weights must add up to more than 0 and less than 2**32"));
        }
        self.0.with("dice", |dice| dice.pick(Luck::of(luck), &weights))
    }

    /// One of the items, each equally likely.
    #[pyo3(signature = (items, luck = ""))]
    fn choose<'py>(&self, items: &Bound<'py, PyAny>, luck: &str) -> PyResult<Bound<'py, PyAny>> {
        items.get_item(self.roll(i64::try_from(items.len()?)?, luck)?)
    }

    /// Puts a list into a random order, every order equally likely.
    #[pyo3(signature = (items, luck = ""))]
    fn shuffle(&self, items: &Bound<'_, PyList>, luck: &str) -> PyResult<()> {
        let mut order: Vec<Bound<'_, PyAny>> = items.iter().collect();
        self.0.with("dice", |dice| dice.shuffle(Luck::of(luck), &mut order))?;
        order.into_iter().enumerate().try_for_each(|(place, item)| items.set_item(place, item))
    }
}
