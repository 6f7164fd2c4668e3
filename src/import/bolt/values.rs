//! Values as the server sends them → values as `apoc.export.json.all` writes them, so that both imports see the same.

use neo4rs::BoltType;
use serde_json::{Number, Value};

use super::Properties;

pub(super) fn properties(values: Vec<BoltType>, texts: Vec<Option<String>>) -> Properties {
    let mut values = values.into_iter().zip(texts).map(|(value, text)| match text {
        Some(text) => Some(Value::String(as_java_writes(&text))),
        None => Some(json(value)).filter(|value| !value.is_null()),
    });
    let mut next = || values.next().flatten();
    // In the order of the statement; Rust evaluates the fields as they are written.
    Properties {
        name: next(),
        role: next(),
        description: next(),
        kind: next(),
        pose: next(),
        required_tool: next(),
        cost: next(),
        stabilize: next(),
        action_after: next(),
        verify: next(),
    }
}

/// A property's value as APOC writes it; what only a list can still hold beyond JSON's types, as the client shows it.
fn json(value: BoltType) -> Value {
    match value {
        BoltType::Null(_) => Value::Null,
        BoltType::String(text) => Value::String(text.value),
        BoltType::Boolean(truth) => Value::Bool(truth.value),
        BoltType::Integer(number) => Value::from(number.value),
        BoltType::Float(number) => float(number.value),
        BoltType::List(list) => list.value.into_iter().map(json).collect(),
        BoltType::Map(map) => map.value.into_iter().map(|(key, value)| (key.value, json(value))).collect(),
        BoltType::Point2D(point) => point_json(point.sr_id.value, [point.x.value, point.y.value], None),
        BoltType::Point3D(point) => point_json(point.sr_id.value, [point.x.value, point.y.value], Some(point.z.value)),
        other => Value::String(format!("{other:?}")),
    }
}

fn float(number: f64) -> Value {
    let word = if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    };
    Number::from_f64(number).map_or_else(|| Value::String(word.to_owned()), Value::Number)
}

fn point_json(srid: i64, [x, y]: [f64; 2], z: Option<f64>) -> Value {
    let z = z.map_or(Value::Null, float);
    let (x, y) = (float(x), float(y));
    match srid {
        4326 => serde_json::json!({"crs": "wgs-84", "longitude": x, "latitude": y, "height": z}),
        4979 => serde_json::json!({"crs": "wgs-84-3d", "longitude": x, "latitude": y, "height": z}),
        7203 => serde_json::json!({"crs": "cartesian", "x": x, "y": y, "z": z}),
        9157 => serde_json::json!({"crs": "cartesian-3d", "x": x, "y": y, "z": z}),
        other => serde_json::json!({"crs": other, "x": x, "y": y, "z": z}),
    }
}

/// Cypher's text of a date, time or duration as Java's `toString`, which APOC uses, has it: seconds are left out where
/// they are zero, and a fraction has three, six or nine digits.
fn as_java_writes(text: &str) -> String {
    let is_duration = text.starts_with('P');
    let time = if is_duration { None } else { text.find(':').and_then(|colon| colon.checked_sub(2)) };
    let Some((date, seconds, rest)) = time.and_then(|start| {
        let (before, rest) = text.split_at_checked(start + "hh:mm".len())?;
        let (seconds, rest) = rest.strip_prefix(':')?.split_at_checked(2)?;
        Some((before, seconds, rest))
    }) else {
        return text.to_owned();
    };
    let fraction_length =
        rest.strip_prefix('.').map_or(0, |digits| digits.bytes().take_while(u8::is_ascii_digit).count());
    let (fraction, zone) =
        rest.split_at_checked(fraction_length + usize::from(fraction_length > 0)).unwrap_or((rest, ""));
    let digits = fraction.trim_start_matches('.').trim_end_matches('0');
    match (seconds, digits) {
        ("00", "") => format!("{date}{zone}"),
        (_, "") => format!("{date}:{seconds}{zone}"),
        _ => format!("{date}:{seconds}.{digits:0<width$}{zone}", width = digits.len().next_multiple_of(3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_an_export() {
        for (value, expected) in [
            (BoltType::from(9_007_199_254_740_993_i64), "9007199254740993"),
            (BoltType::from(2.0), "2.0"),
            (BoltType::from(1.5e300), "1.5e300"),
            (BoltType::from(f64::NAN), "\"NaN\""),
            (BoltType::from(f64::INFINITY), "\"Infinity\""),
            (BoltType::from(f64::NEG_INFINITY), "\"-Infinity\""),
            (BoltType::from("a\u{1f527}"), "\"a\u{1f527}\""),
            (BoltType::from(true), "true"),
            (BoltType::from(vec![0.5, 2.0]), "[0.5,2.0]"),
            (BoltType::from(Vec::<String>::new()), "[]"),
        ] {
            assert_eq!(json(value), serde_json::from_str::<Value>(expected).unwrap());
        }
    }

    #[test]
    fn times_are_written_as_java_writes_them() {
        for (cypher, java) in [
            ("2024-02-29", "2024-02-29"),
            ("P1DT2H30M", "P1DT2H30M"),
            ("PT0S", "PT0S"),
            ("06:00:00", "06:00"),
            ("06:00:00+02:00", "06:00+02:00"),
            ("06:00:07.5Z", "06:00:07.500Z"),
            ("06:00:00.000001", "06:00:00.000001"),
            ("2024-02-29T12:30:00Z", "2024-02-29T12:30Z"),
            ("2024-02-29T12:30:00.5+01:00", "2024-02-29T12:30:00.500+01:00"),
            ("2024-02-29T12:30:01.123456789", "2024-02-29T12:30:01.123456789"),
            ("2024-07-01T09:00:00+02:00[Europe/Vienna]", "2024-07-01T09:00+02:00[Europe/Vienna]"),
            ("", ""),
            (":", ":"),
            ("1:2", "1:2"),
        ] {
            assert_eq!(as_java_writes(cypher), java);
        }
    }
}
