//! What the numbers of the Hearthstone data mean.

use crate::card::{Kind, Relation};

/// The tags that become facts of a card.
pub(crate) mod tag {
    pub(crate) const GOLDEN: u32 = 12;
    pub(crate) const HEALTH: u32 = 45;
    pub(crate) const ATTACK: u32 = 47;
    pub(crate) const COST: u32 = 48;
    pub(crate) const SET: u32 = 183;
    pub(crate) const TEXT: u32 = 184;
    pub(crate) const NAME: u32 = 185;
    pub(crate) const DURABILITY: u32 = 187;
    pub(crate) const CLASS: u32 = 199;
    pub(crate) const TRIBE: u32 = 200;
    pub(crate) const KIND: u32 = 202;
    pub(crate) const RARITY: u32 = 203;
    pub(crate) const ARMOR: u32 = 292;
    pub(crate) const COLLECTIBLE: u32 = 321;
    pub(crate) const ASKS_FOR_TARGET: u32 = 325;
    pub(crate) const HERO_POWER: u32 = 380;
    pub(crate) const CLASSES: u32 = 476;
    pub(crate) const TIER: u32 = 1440;
    pub(crate) const POOL_MINION: u32 = 1456;
    pub(crate) const POOL_HERO: u32 = 1491;
    pub(crate) const SCHOOL: u32 = 1635;
    pub(crate) const POOL_SPELL: u32 = 3081;
    pub(crate) const DUOS: u32 = 3166;

    /// The tags of `{0}` to `{5}`.
    pub(crate) const SLOTS: [u32; 6] = [2, 3, 2889, 2919, 2920, 2921];
}

/// The sets whose cards are another game (Mercenaries) and are left out.
pub(crate) const FOREIGN_SETS: &[i32] = &[1586, 1705];

/// The set of Battlegrounds.
pub(crate) const BATTLEGROUNDS: i32 = 1453;

/// The kinds of entities that are cards.
pub(crate) fn kind(number: i32) -> Option<Kind> {
    Some(match number {
        3 => Kind::Hero,
        4 => Kind::Minion,
        5 => Kind::Spell,
        7 => Kind::Weapon,
        10 => Kind::HeroPower,
        39 => Kind::Location,
        40 => Kind::QuestReward,
        42 => Kind::TavernSpell,
        43 => Kind::Anomaly,
        44 => Kind::Trinket,
        _ => return None,
    })
}

/// The rarities in lower case.
pub(crate) fn rarity(number: i32) -> Option<&'static str> {
    named(RARITIES, number)
}

/// The name of a set; unknown ones are called by their number.
pub(crate) fn set(number: i32) -> String {
    named(SETS, number).map_or_else(|| format!("set-{number}"), str::to_owned)
}

/// The name of a class; neutral is none.
pub(crate) fn class(number: i32) -> Option<&'static str> {
    named(CLASSES, number)
}

/// The school of a spell, or the size of a trinket.
pub(crate) fn school(number: i32) -> Option<&'static str> {
    named(SCHOOLS, number)
}

/// The name of a tribe.
pub(crate) fn tribe(number: i32) -> Option<&'static str> {
    TRIBES.iter().find(|(known, _, _)| *known == number).map(|(_, _, name)| *name)
}

/// The tribe for which a tag of its own stands, with which cards have a second one.
pub(crate) fn tribe_of_tag(tag: u32) -> Option<&'static str> {
    TRIBES.iter().find(|(_, known, _)| *known == tag && tag != 0).map(|(_, _, name)| *name)
}

/// The tribe that must be in the lobby where a card has this tag.
pub(crate) fn lobby_tribe(tag: u32) -> Option<&'static str> {
    LOBBY_TRIBES.iter().find(|(known, _)| *known == tag).map(|(_, name)| *name)
}

/// How the card is linked whose number stands in this tag.
pub(crate) fn relation(tag: u32) -> Option<Relation> {
    LINKS.iter().find(|(known, _)| *known == tag).map(|(_, relation)| *relation)
}

fn named(table: &[(i32, &'static str)], number: i32) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}

const LINKS: &[(u32, Relation)] = &[
    (858, Relation::CopyOf),
    (1078, Relation::ShownWith),
    (1086, Relation::Upgraded),
    (1089, Relation::Reward),
    (1429, Relation::Golden),
    (1452, Relation::Related),
    (1471, Relation::GoldenOf),
    (2130, Relation::Buddy),
    (2359, Relation::Spellcraft),
    (2519, Relation::Evolution),
    (4314, Relation::Guide),
];

const RARITIES: &[(i32, &str)] = &[(1, "common"), (2, "free"), (3, "rare"), (4, "epic"), (5, "legendary")];

const CLASSES: &[(i32, &str)] = &[
    (1, "Death Knight"),
    (2, "Druid"),
    (3, "Hunter"),
    (4, "Mage"),
    (5, "Paladin"),
    (6, "Priest"),
    (7, "Rogue"),
    (8, "Shaman"),
    (9, "Warlock"),
    (10, "Warrior"),
    (11, "Dream"),
    (13, "Whizbang"),
    (14, "Demon Hunter"),
];

const SCHOOLS: &[(i32, &str)] = &[
    (1, "Arcane"),
    (2, "Fire"),
    (3, "Frost"),
    (4, "Nature"),
    (5, "Holy"),
    (6, "Shadow"),
    (7, "Fel"),
    (8, "Physical"),
    (9, "Tavern"),
    (10, "Spellcraft"),
    (11, "Lesser"),
    (12, "Greater"),
    (13, "Upgrade"),
];

/// The number of a tribe, the tag that stands for it, and its name.
const TRIBES: &[(i32, u32, &str)] = &[
    (1, 2524, "Blood Elf"),
    (2, 2525, "Draenei"),
    (3, 2526, "Dwarf"),
    (4, 2527, "Gnome"),
    (5, 2528, "Goblin"),
    (6, 2529, "Human"),
    (7, 2530, "Night Elf"),
    (8, 2531, "Orc"),
    (9, 2532, "Tauren"),
    (10, 2533, "Troll"),
    (11, 2534, "Undead"),
    (12, 2535, "Worgen"),
    (14, 2536, "Murloc"),
    (15, 2537, "Demon"),
    (16, 2538, "Scourge"),
    (17, 2539, "Mech"),
    (18, 2540, "Elemental"),
    (19, 2541, "Ogre"),
    (20, 2542, "Beast"),
    (21, 2543, "Totem"),
    (22, 2544, "Nerubian"),
    (23, 2522, "Pirate"),
    (24, 2523, "Dragon"),
    (26, 0, "All"),
    (38, 2545, "Egg"),
    (43, 2546, "Quilboar"),
    (80, 2547, "Centaur"),
    (81, 2548, "Furbolg"),
    (83, 2549, "High Elf"),
    (84, 2550, "Treant"),
    (85, 2551, "Owlkin"),
    (88, 2552, "Half-Orc"),
    (92, 2553, "Naga"),
    (93, 2554, "Old God"),
    (94, 2555, "Pandaren"),
    (95, 2556, "Gronn"),
    (96, 2584, "Celestial"),
    (97, 2585, "Gnoll"),
    (98, 2586, "Golem"),
    (99, 2587, "Harpy"),
    (100, 2588, "Vulpera"),
    (126, 4756, "Aberration"),
];

const LOBBY_TRIBES: &[(u32, &str)] = &[
    (1591, "Dragon"),
    (1592, "Murloc"),
    (1593, "Demon"),
    (1594, "Beast"),
    (1595, "Mech"),
    (1596, "Pirate"),
    (1688, "Elemental"),
    (1845, "Quilboar"),
    (2272, "Naga"),
    (2347, "Undead"),
    (2630, "Totem"),
    (3436, "All"),
    (4757, "Aberration"),
];

const SETS: &[(i32, &str)] = &[
    (1, "test-temporary"),
    (2, "basic"),
    (3, "expert1"),
    (4, "hof"),
    (5, "missions"),
    (6, "demo"),
    (7, "none"),
    (8, "cheat"),
    (9, "blank"),
    (10, "debug-sp"),
    (11, "promo"),
    (12, "naxx"),
    (13, "gvg"),
    (14, "brm"),
    (15, "tgt"),
    (16, "credits"),
    (17, "hero-skins"),
    (18, "tb"),
    (19, "slush"),
    (20, "loe"),
    (21, "og"),
    (22, "og-reserve"),
    (23, "kara"),
    (24, "kara-reserve"),
    (25, "gangs"),
    (26, "gangs-reserve"),
    (27, "ungoro"),
    (1001, "icecrown"),
    (1003, "tb-dev"),
    (1004, "lootapalooza"),
    (1125, "gilneas"),
    (1127, "boomsday"),
    (1129, "troll"),
    (1130, "dalaran"),
    (1143, "taverns-of-time"),
    (1158, "uldum"),
    (1347, "dragons"),
    (1403, "year-of-the-dragon"),
    (1414, "black-temple"),
    (1439, "wild-event"),
    (1443, "scholomance"),
    (1453, "battlegrounds"),
    (1463, "demon-hunter-initiate"),
    (1466, "darkmoon-faire"),
    (1525, "the-barrens"),
    (1559, "wailing-caverns"),
    (1578, "stormwind"),
    (1586, "lettuce"),
    (1626, "alterac-valley"),
    (1635, "legacy"),
    (1637, "core"),
    (1646, "vanilla"),
    (1658, "the-sunken-city"),
    (1691, "revendreth"),
    (1705, "mercenaries-dev"),
    (1776, "return-of-the-lich-king"),
    (1809, "battle-of-the-bands"),
    (1810, "core-hidden"),
    (1858, "titans"),
    (1869, "path-of-arthas"),
    (1892, "wild-west"),
    (1897, "whizbangs-workshop"),
    (1898, "wonders"),
    (1904, "tutorial"),
    (1905, "island-vacation"),
    (1935, "space"),
    (1941, "event"),
    (1946, "emerald-dream"),
    (1952, "the-lost-city"),
    (1957, "time-travel"),
    (1961, "pet"),
    (1980, "cataclysm"),
    (1988, "escapefrom-violet-hold"),
    (1994, "be"),
];

/// Whether this is the name of a set of the data.
pub(crate) fn knows_set(name: &str) -> bool {
    SETS.iter().any(|(_, known)| *known == name) || name.starts_with("set-")
}
