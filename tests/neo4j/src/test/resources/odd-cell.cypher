// A small cell in a database that holds more than a cell.

CREATE (:Position {name: 'Home', role: 'home', description: 'Home'});
CREATE (:Position {name: 'Safe', role: 'safe_approach', surveyed: date('2024-02-29'), checked: datetime('2024-02-29T12:30:00.5+01:00'), zone: datetime({year: 2024, month: 7, day: 1, hour: 9, timezone: 'Europe/Vienna'}), shift: localtime('06:00'), start: time('06:00+02:00'), logged: localdatetime('2024-02-29T06:00:01'), hold: duration('P1DT2H30M'), at: point({x: 1.5, y: -2, z: 3.25}), map: point({longitude: 16.37, latitude: 48.2}), flags: [true, false], counts: [1, 2, 3], ratios: [0.5, 2.0], notes: ['a', 'b'], empty: [], wide: 9007199254740993, tiny: 1.0e-300, big: 1.5e300, none: 0.0 / 0.0, endless: 1.0 / 0.0});
CREATE (:Position {name: 'Größe_位置 1', role: 'work', description: 'Text with "quotes", a \\ backslash, a\ttab and\na line end; and a semicolon; in it'});
CREATE (:Position {name: 'sign_🔧', role: 'work', description: 'Beyond the basic plane: 🔧'});
CREATE (:Position {name: 'sign_�', role: 'work', description: 'Before it in bytes, after it in UTF-16'});
CREATE (:Position {name: 'Mount', role: 'tool_mount'});
CREATE (:Tool {name: 'Gripper', type: 'end_effector'});
CREATE (:Tool:Asset {name: 'Torch', description: 'A tool with a label more'});
CREATE (:ToolStand {name: 'Stand'});
CREATE (:ToolStand {name: 'Stand 2', pose: 'Upright'});
CREATE (:ToolStand {name: 'Stand 3', pose: 'Nobody lives here'});
CREATE (:Position {name: 'Mount 2', role: 'tool_mount', description: ''});
CREATE (:Routine {name: 'tool_attach', description: 'Attach'});
CREATE (:Routine {name: 'tool_release', required_tool: 'none'});
CREATE (:Routine {name: 'grip', required_tool: 'Gripper', description: 'Grip'});
CREATE (:Routine {name: 'Home', description: 'A routine that is called like a position'});

// Texts that are none in the database, but are in an export.
UNWIND [date('2024-02-29'), time('06:00+02:00'), localtime('06:00:07.5'), datetime('2024-02-29T12:30:00.000001Z'),
        datetime({year: 2024, month: 7, day: 1, hour: 9, timezone: 'Europe/Vienna'}), localdatetime('2024-02-29T06:00:01'),
        duration('P1Y2M3DT4H5M6.7S'), date('+12024-02-29'), date('-0001-01-01'), 0.0 / 0.0] AS value
CREATE (:Routine {name: 'written ' + toString(value), description: CASE WHEN value = value THEN value ELSE 'NaN' END});

CREATE (:Operator {name: 'Ada'})-[:TRAINED_ON]->(:Course);
CREATE ({name: 'no label at all'});
CREATE ();

MATCH (a:Tool {name: 'Gripper'}), (b:ToolStand {name: 'Stand'}), (c:Position {name: 'Mount'}) CREATE (a)-[:TOOL_AVAILABLE_AT {since: date('2020-01-01')}]->(b)-[:LOCATED_AT]->(c);
MATCH (a:Tool {name: 'Torch'}), (b:ToolStand {name: 'Stand 2'}), (c:Position {name: 'Mount 2'}) CREATE (a)-[:TOOL_AVAILABLE_AT]->(b)-[:LOCATED_AT]->(c);
MATCH (a:Operator), (b:Position {name: 'Home'}) CREATE (a)-[:STANDS_AT {since: datetime('2024-02-29T12:30:00Z')}]->(b);

UNWIND [['Home', 'Safe', 2], ['Safe', 'Home', 2.0], ['Safe', 'Größe_位置 1', 1], ['Größe_位置 1', 'Safe', 0.1], ['Safe', 'sign_🔧', 1e-3], ['sign_🔧', 'Safe', 1.0], ['Safe', 'sign_�', 3], ['sign_�', 'Safe', 3], ['Safe', 'Mount', 1e3], ['Mount', 'Safe', 4.0], ['Safe', 'Mount 2', 4.0], ['Mount 2', 'Safe', 4.0], ['sign_🔧', 'Größe_位置 1', 1.0], ['sign_�', 'Größe_位置 1', 1.0], ['Mount', 'sign_�', 1.0], ['Mount', 'sign_🔧', 1.0]] AS edge
MATCH (a:Position {name: edge[0]}), (b:Position {name: edge[1]}) CREATE (a)-[:ONLY_ALLOWED_MOVE_TO {cost: edge[2]}]->(b);

// The same edge a second time.
MATCH (a:Position {name: 'Home'}), (b:Position {name: 'Safe'}) CREATE (a)-[:ONLY_ALLOWED_MOVE_TO {cost: 2, seen: 'twice'}]->(b);

UNWIND ['Mount', 'Mount 2'] AS mount
MATCH (r:Routine), (p:Position {name: mount}) WHERE r.name STARTS WITH 'tool_' CREATE (r)-[:SUPPORTED_AT {stabilize: 1}]->(p);
MATCH (r:Routine {name: 'grip'}), (p:Position {role: 'work'}) CREATE (r)-[:SUPPORTED_AT {stabilize: 0, action_after: 'öffnen', verify: ''}]->(p);
MATCH (r:Routine {name: 'Home'}), (p:Position {name: 'Home'}) CREATE (r)-[:SUPPORTED_AT {note: 'none of the table'}]->(p);
