//! Lending borrowed Rust values to Python for the time of one call. This is the one module with `unsafe` code.
//!
//! Python objects own what they hold, but dice and turns live on the Rust stack. [`Lent::during`] puts a pointer into a slot
//! that the Python object shares, runs the call, and empties the slot before the borrow ends, also when the call unwinds.
//! A Python object that outlives its call finds the slot empty and gets an error.
#![allow(unsafe_code, reason = "a lifetime is erased and guarded at run time; see the module's first lines")]

use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;

use pyo3::PyResult;
use pyo3::exceptions::PyRuntimeError;

/// A slot that holds something for the time of a call. It stays on one thread (`Rc`), and the pointer is taken out while
/// it is used, so that there is never a second reference to what it points to.
pub(crate) struct Lent<T: ?Sized + 'static>(Rc<Cell<Option<NonNull<T>>>>);

impl<T: ?Sized> Lent<T> {
    /// Runs `call` with a slot that lends `value`, which must be given as a pointer whose lifetime is already erased.
    ///
    /// Safe because the slot is emptied when `call` returns or unwinds, which is before the borrow of `value` can end: the
    /// caller passes `erased` made from a reference that lives across this call (see [`lend!`]).
    pub(crate) fn during<R>(erased: NonNull<T>, call: impl FnOnce(Lent<T>) -> R) -> R {
        struct Emptied<T: ?Sized>(Rc<Cell<Option<NonNull<T>>>>);
        impl<T: ?Sized> Drop for Emptied<T> {
            fn drop(&mut self) {
                self.0.set(None);
            }
        }
        let slot = Emptied(Rc::new(Cell::new(Some(erased))));
        call(Lent(slot.0.clone()))
    }

    /// Uses what is lent; an error once the call that lent it is over.
    pub(crate) fn with<R>(&self, what: &str, work: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        struct Returned<'a, T: ?Sized>(&'a Cell<Option<NonNull<T>>>, NonNull<T>);
        impl<T: ?Sized> Drop for Returned<'_, T> {
            fn drop(&mut self) {
                self.0.set(Some(self.1));
            }
        }
        let Some(pointer) = self.0.take() else {
            return Err(PyRuntimeError::new_err(format!(
                "{what} can only be used during the call that it was handed to"
            )));
        };
        let mut borrowed = Returned(&self.0, pointer);
        // SAFETY: the slot is full only while `during` runs, which the borrow outlives; the slot is empty meanwhile, so this
        // is the only reference; `Rc` keeps it on the thread of the borrow.
        Ok(work(unsafe { borrowed.1.as_mut() }))
    }
}

/// Turns a mutable borrow into a pointer with an erased lifetime, for [`Lent::during`] in the same expression.
macro_rules! lend {
    ($value:expr, dyn $($bound:tt)+) => {{
        let borrowed: &mut (dyn $($bound)+ + '_) = $value;
        $crate::lent::erase(std::ptr::NonNull::from(borrowed))
    }};
}
pub(crate) use lend;

/// Erases the lifetime in a trait object's pointer type; the layout is the same.
pub(crate) fn erase<A: ?Sized, B: ?Sized>(pointer: NonNull<A>) -> NonNull<B> {
    const { assert!(size_of::<NonNull<A>>() == size_of::<NonNull<B>>()) };
    // SAFETY: both are pointers to the same trait object type that differ in a lifetime only; `lend!` is the one caller.
    unsafe { std::mem::transmute_copy(&pointer) }
}
