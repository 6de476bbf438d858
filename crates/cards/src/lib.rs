//! What card games share: tables of cards, their texts compiled, and where they come from.
