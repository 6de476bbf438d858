//! The files of `content/` that come with the platform: our own cards and decks, what texts do not say, and names.

/// What a file of content holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Cards.
    Cards,
    /// A deck.
    Deck,
    /// Texts that stand in for others.
    Overrides,
    /// Names that texts use and no card bears.
    Names,
    /// Groups of cards that no trait of the cards tells.
    Pools,
    /// The cards that a scenario shows to play as they should.
    Verified,
}

/// A file of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path below `content/`.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static str,
}

impl File {
    /// The game or set whose folder it stands in.
    pub fn system(self) -> &'static str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// What it holds: its name and folder tell.
    pub fn role(self) -> Role {
        match self.path.rsplit('/').next() {
            Some("overrides.toml") => Role::Overrides,
            Some("names.toml") => Role::Names,
            Some("pools.toml") => Role::Pools,
            Some("verified.toml") => Role::Verified,
            _ if self.path.contains("/decks/") => Role::Deck,
            _ => Role::Cards,
        }
    }
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        /// All files, by path.
        pub const FILES: &[File] =
            &[$(File { path: $path, text: include_str!(concat!("../../../content/", $path)) }),*];
    };
}

files! {
    "battlegrounds/names.toml",
    "battlegrounds/overrides.toml",
    "flesh-and-blood/decks/ira-welcome.toml",
    "flesh-and-blood/ira-welcome.toml",
    "flesh-and-blood/named.toml",
    "flesh-and-blood/overrides.toml",
    "hearthstone/decks/basic-druid.toml",
    "hearthstone/decks/basic-hunter.toml",
    "hearthstone/decks/basic-mage.toml",
    "hearthstone/decks/basic-paladin.toml",
    "hearthstone/decks/basic-priest.toml",
    "hearthstone/decks/basic-rogue.toml",
    "hearthstone/decks/basic-shaman.toml",
    "hearthstone/decks/basic-warlock.toml",
    "hearthstone/decks/basic-warrior.toml",
    "hearthstone/decks/combo-druid.toml",
    "hearthstone/decks/control-priest.toml",
    "hearthstone/decks/control-warrior.toml",
    "hearthstone/decks/face-hunter.toml",
    "hearthstone/decks/freeze-mage.toml",
    "hearthstone/decks/handlock.toml",
    "hearthstone/decks/midrange-paladin.toml",
    "hearthstone/decks/midrange-shaman.toml",
    "hearthstone/decks/miracle-rogue.toml",
    "hearthstone/decks/zoo-warlock.toml",
    "hearthstone/names.toml",
    "hearthstone/overrides.toml",
    "hearthstone/pools.toml",
    "hearthstone/verified.toml",
    "starter/chain-combat.toml",
    "starter/corsair.toml",
    "starter/decks/granite-hand.toml",
    "starter/decks/quick-water.toml",
    "starter/decks/reef-raiders.toml",
    "starter/decks/the-herd.toml",
    "starter/decks/two-fires.toml",
    "starter/elementalist.toml",
    "starter/neutral.toml",
    "starter/warden.toml",
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn collect(folder: &Path, below: &Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, below, out);
            } else {
                out.push(path.strip_prefix(below).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_content_folder_is_built_in() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content"));
        let mut files = Vec::new();
        collect(folder, folder, &mut files);
        files.retain(|path| Path::new(path).extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        assert_eq!(FILES.iter().map(|file| file.path).collect::<Vec<_>>(), files);
    }
}
