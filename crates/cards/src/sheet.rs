//! Reads sheets: CSV and Excel files whose first row names the columns.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};

use crate::errors::{Place, Problem, Problems, utf8};
use crate::toml_file::{Cell, Scalar};

/// A row: where it stands, and its cells under the names of their columns.
pub(crate) type Row = (Place, Vec<(String, Cell)>);

/// No file that people write is larger, packed or unpacked, and no sheet is wider or longer.
const LARGEST: usize = 16 << 20;
const LARGEST_UNPACKED: u64 = 64 << 20;
const WIDEST: usize = 200;
const LONGEST: usize = 100_000;

/// Reads CSV. The sign between fields is the one that the header has most of: comma, semicolon or tab.
pub(crate) fn csv(file: &str, bytes: &[u8]) -> Result<Vec<Row>, Problems> {
    if bytes.len() > LARGEST {
        return Err(Problem::new(file, Place::File, None, "the file is larger than 16 MB").into());
    }
    let text = utf8(file, bytes)?;
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |sign: u8| header.bytes().filter(|byte| *byte == sign).count();
    let sign = [b',', b';', b'\t'].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(b',');
    csv_with(file, text, if count(sign) == 0 { b',' } else { sign })
}

/// Reads CSV whose fields are parted by this sign.
pub(crate) fn csv_with(file: &str, text: &str, sign: u8) -> Result<Vec<Row>, Problems> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(sign).flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut columns: Option<Vec<String>> = None;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let place = error.position().map_or(Place::File, |position| Place::Line(position.line() as usize));
            Problem::new(file, place, None, format!("this is no CSV: {error}"))
        })?;
        // The reader counts the blank lines before a record as part of it.
        let line = record.position().map_or(1, |position| line_at(text, position.byte() as usize));
        let place = Place::Line(line);
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let Some(columns) = &columns else {
            columns = Some(header(file, &place, record.iter())?);
            continue;
        };
        if let Some(more) = record.iter().skip(columns.len()).find(|field| !field.trim().is_empty()) {
            let more: String = more.chars().take(40).collect();
            let message =
                format!("there are more fields than columns; is `{more}` to be in quotes with what is before?");
            return Err(Problem::new(file, place, None, message).into());
        }
        let cell = |text: &str| Cell { place: place.clone(), value: Scalar::Text(text.to_owned()) };
        rows.push((place.clone(), columns.iter().cloned().zip(record.iter().map(cell)).collect()));
        too_long(file, rows.len())?;
    }
    match columns {
        Some(_) => Ok(rows),
        None => {
            Err(Problem::new(file, Place::File, None, "the first row must name the columns: name, type, ...").into())
        }
    }
}

fn line_at(text: &str, byte: usize) -> usize {
    let blank = text.as_bytes()[byte..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    crate::errors::line_of(text, byte + blank)
}

fn too_long(file: &str, rows: usize) -> Result<(), Problem> {
    if rows <= LONGEST { Ok(()) } else { Err(Problem::new(file, Place::File, None, "there are more than 100000 rows")) }
}

/// The names of the columns: in lower case with hyphens, and one word for the number of copies.
fn header<'a>(file: &str, place: &Place, names: impl Iterator<Item = &'a str>) -> Result<Vec<String>, Problem> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        let name = name.trim().to_lowercase().replace([' ', '_'], "-");
        let name = match name.as_str() {
            "qty" | "quantity" | "count" => "copies".to_owned(),
            _ => name,
        };
        if !name.is_empty() && out.contains(&name) {
            return Err(Problem::new(file, place.clone(), Some(&name), "there are two columns of this name"));
        }
        out.push(name);
    }
    if out.len() > WIDEST {
        return Err(Problem::new(file, place.clone(), None, format!("there are more than {WIDEST} columns")));
    }
    Ok(out)
}

/// Reads all sheets of an Excel file; a sheet without a column `name` is passed over.
pub(crate) fn xlsx(file: &str, bytes: &[u8]) -> Result<Vec<Row>, Problems> {
    let wrong = |message: String| Problem::new(file, Place::File, None, message);
    check_size(bytes).map_err(&wrong)?;
    let mut book: Xlsx<_> =
        Xlsx::new(Cursor::new(bytes)).map_err(|error| wrong(format!("this is no Excel file: {error}")))?;
    let mut rows = Vec::new();
    let mut sheets = 0;
    for sheet in book.sheet_names() {
        let cells = read_cells(&mut book, &sheet).map_err(&wrong)?;
        let mut lines = cells.chunk_by(|a, b| a.0 == b.0);
        let Some(first) = lines.next() else { continue };
        let place = |row: u32| Place::Row { sheet: sheet.clone(), row: row as usize + 1 };
        let width = first.last().map_or(0, |(_, column, _)| *column as usize + 1);
        let mut names = vec![String::new(); width.min(WIDEST + 1)];
        for (_, column, value) in first {
            if let (Scalar::Text(name), Some(place)) = (value, names.get_mut(*column as usize)) {
                name.clone_into(place);
            }
        }
        let columns = header(file, &place(first[0].0), names.iter().map(String::as_str))?;
        if !columns.iter().any(|column| column == "name") {
            continue;
        }
        sheets += 1;
        for line in lines {
            rows.push((place(line[0].0), row_cells(file, &place(line[0].0), &columns, line)?));
            too_long(file, rows.len())?;
        }
    }
    if sheets == 0 {
        return Err(wrong("no sheet has a column `name` in its first row".to_owned()).into());
    }
    Ok(rows)
}

fn row_cells(
    file: &str,
    place: &Place,
    columns: &[String],
    line: &[(u32, u32, Scalar)],
) -> Result<Vec<(String, Cell)>, Problem> {
    let mut out = Vec::new();
    for (_, column, value) in line {
        match columns.get(*column as usize) {
            Some(name) if !name.is_empty() => {
                out.push((name.clone(), Cell { place: place.clone(), value: value.clone() }));
            }
            _ => {
                let message = format!("{} stands in a column without a name", value.what());
                return Err(Problem::new(file, place.clone(), None, message));
            }
        }
    }
    Ok(out)
}

/// An Excel file is packed: what it would unpack to is found out before it is read.
fn check_size(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() > LARGEST {
        return Err("the file is larger than 16 MB".to_owned());
    }
    let no_file = |error: &dyn std::fmt::Display| format!("this is no Excel file: {error}");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| no_file(&error))?;
    let mut left = LARGEST_UNPACKED;
    for place in 0..archive.len() {
        let entry = archive.by_index(place).map_err(|error| no_file(&error))?;
        let size = std::io::copy(&mut entry.take(left + 1), &mut std::io::sink()).map_err(|error| no_file(&error))?;
        left = left.checked_sub(size).ok_or("the file unpacks to more than 64 MB")?;
    }
    Ok(())
}

/// The cells that are not empty, by row and column, as they come in the file.
fn read_cells(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<(u32, u32, Scalar)>, String> {
    let no_sheet = |error: calamine::XlsxError| format!("the sheet {sheet} cannot be read: {error}");
    let mut cells = Vec::new();
    let mut reader = book.worksheet_cells_reader(sheet).map_err(no_sheet)?;
    while let Some(cell) = reader.next_cell().map_err(no_sheet)? {
        let (row, column) = cell.get_position();
        if let Some(value) = scalar(cell.get_value()) {
            cells.push((row, column, value));
        }
    }
    cells.sort_by_key(|(row, column, _)| (*row, *column));
    cells.dedup_by_key(|(row, column, _)| (*row, *column));
    Ok(cells)
}

fn scalar(value: &DataRef) -> Option<Scalar> {
    Some(match value {
        DataRef::Empty => return None,
        DataRef::String(text) if text.trim().is_empty() => return None,
        DataRef::SharedString(text) if text.trim().is_empty() => return None,
        DataRef::String(text) => Scalar::Text(text.clone()),
        DataRef::SharedString(text) => Scalar::Text((*text).to_owned()),
        DataRef::Int(number) => Scalar::Whole(*number),
        DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => Scalar::Whole(*number as i64),
        DataRef::Float(number) => Scalar::Real(*number),
        DataRef::Bool(flag) => Scalar::Flag(*flag),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => Scalar::Other("a date"),
        DataRef::Error(_) => Scalar::Other("an error of the sheet"),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// An Excel file with one sheet of this XML inside of its `sheetData`.
    fn book(data: &str) -> Vec<u8> {
        let parts = [
            ("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#),
            (
                "_rels/.rels",
                r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
            ),
            (
                "xl/workbook.xml",
                r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>"#,
            ),
            (
                "xl/_rels/workbook.xml.rels",
                r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
            ),
        ];
        let sheet = format!(
            r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{data}</sheetData></worksheet>"#
        );
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts.into_iter().chain([("xl/worksheets/sheet1.xml", sheet.as_str())]) {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn text(place: &str, text: &str) -> String {
        format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
    }

    fn cards() -> String {
        format!(
            r#"<row r="1">{}{}</row><row r="3">{}<c r="B3"><v>3</v></c></row>"#,
            text("A1", "Name"),
            text("B1", "Cost"),
            text("A3", "Imp")
        )
    }

    #[test]
    fn rows_of_an_excel_file_keep_their_place() {
        let rows = xlsx("cards.xlsx", &book(&cards())).unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].0, Place::Row { sheet: "Cards".to_owned(), row: 3 });
        assert_eq!((rows[0].1[1].0.as_str(), &rows[0].1[1].1.value), ("cost", &Scalar::Whole(3)));
    }

    #[test]
    fn cells_far_away_and_packed_bombs_cost_nothing() {
        let far = format!("{}<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>", cards());
        let error = xlsx("cards.xlsx", &book(&far)).unwrap_err().to_string();
        assert_eq!(error, "cards.xlsx, sheet Cards, row 1048576: 1 stands in a column without a name");
        let bomb = book(&" ".repeat(65 << 20));
        assert!(bomb.len() < 1 << 20);
        assert!(xlsx("cards.xlsx", &bomb).unwrap_err().to_string().ends_with("more than 64 MB"));
    }

    #[test]
    fn a_file_without_a_header_is_told() {
        assert!(xlsx("cards.xlsx", b"PK").unwrap_err().to_string().starts_with("cards.xlsx: this is no Excel file"));
        let error = xlsx("cards.xlsx", &book("")).unwrap_err().to_string();
        assert_eq!(error, "cards.xlsx: no sheet has a column `name` in its first row");
        assert!(csv("cards.csv", b"\n\n").is_err());
        let error = csv("cards.csv", b"name,text\n\nImp,Draw 1, then\n").unwrap_err().to_string();
        assert!(error.starts_with("cards.csv:3: there are more fields than columns"), "{error}");
        assert!(csv("cards.csv", b"name,Name\n").unwrap_err().to_string().contains("two columns"));
    }

    #[test]
    fn quoted_fields_may_hold_commas_and_line_breaks() {
        let rows = csv("cards.csv", b"name,text\n\"Imp\",\"Draw,\n1\"\nFox,x\n").unwrap();
        assert_eq!(rows[0].1[1].1.value, Scalar::Text("Draw,\n1".to_owned()));
        assert_eq!(rows[1].0, Place::Line(4));
    }

    proptest! {
        #[test]
        fn no_csv_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = csv("cards.csv", &bytes);
        }

        #[test]
        fn no_damaged_excel_file_panics(place: usize, byte: u8, cut in 0..50_usize) {
            let mut bytes = book(&cards());
            let length = bytes.len();
            bytes[place % length] = byte;
            bytes.truncate(length - cut);
            let _ = xlsx("cards.xlsx", &bytes);
        }

        #[test]
        fn no_damaged_sheet_panics(place: usize, letter in "[ -~]", cut in 0..200_usize) {
            let mut data = cards();
            let place = place % data.len();
            data.replace_range(place..=place, &letter);
            data.truncate(data.len().saturating_sub(cut));
            let _ = xlsx("cards.xlsx", &book(&data));
        }
    }
}
