// The demo cell: 14 positions, two tools at their stands, five routines.
// Paste it into Neo4j Browser, or give it to cypher-shell; running it twice changes nothing.
// Its real APOC export is demo-cell.apoc.jsonl beside this file; tests/neo4j writes it.

CREATE CONSTRAINT position_name IF NOT EXISTS FOR (p:Position) REQUIRE p.name IS UNIQUE;
CREATE CONSTRAINT tool_name IF NOT EXISTS FOR (t:Tool) REQUIRE t.name IS UNIQUE;
CREATE CONSTRAINT tool_stand_name IF NOT EXISTS FOR (s:ToolStand) REQUIRE s.name IS UNIQUE;
CREATE CONSTRAINT routine_name IF NOT EXISTS FOR (r:Routine) REQUIRE r.name IS UNIQUE;

UNWIND [
  {name: 'Home', role: 'home', description: 'Parking pose, clear of every fixture and both tool stands'},
  {name: 'Safe_Pos_1', role: 'safe_approach', description: 'Clear point above the left end of the seam fixture'},
  {name: 'Safe_Pos_2', role: 'safe_approach', description: 'Clear point above the middle of the seam fixture'},
  {name: 'Safe_Pos_3', role: 'safe_approach', description: 'Clear point above the right end of the seam fixture'},
  {name: 'Safe_Pos_4', role: 'safe_approach', description: 'Clear point in front of the inspection bench'},
  {name: 'Pos_1', role: 'work', description: 'Left end of the seam'},
  {name: 'Pos_2', role: 'work', description: 'Middle of the seam'},
  {name: 'Pos_3', role: 'work', description: 'Right end of the seam'},
  {name: 'Pos_4', role: 'work', description: 'Inspection bench, upper face of the part'},
  {name: 'Pos_5', role: 'work', description: 'Inspection bench, lower face of the part'},
  {name: 'Tool_Weld_Safe_Position', role: 'safe_approach', description: 'Clear point in front of the welder stand'},
  {name: 'Tool_Weld_Position', role: 'tool_mount', description: 'Flange engaged with the welder in its stand'},
  {name: 'Tool_Camera_Safe_Position', role: 'safe_approach', description: 'Clear point in front of the camera stand'},
  {name: 'Tool_Camera_Position', role: 'tool_mount', description: 'Flange engaged with the camera in its stand'}
] AS row
MERGE (p:Position {name: row.name})
SET p.role = row.role, p.description = row.description;

UNWIND [
  {name: 'Welder', type: 'end_effector', description: 'TIG welding head'},
  {name: 'Camera', type: 'sensor', description: 'Inspection camera with ring light'}
] AS row
MERGE (t:Tool {name: row.name})
SET t.type = row.type, t.description = row.description;

UNWIND [
  {name: 'ToolStand_Welder', pose: 'Upright, torch down, left of the robot base'},
  {name: 'ToolStand_Camera', pose: 'Upright, lens towards the wall, right of the robot base'}
] AS row
MERGE (s:ToolStand {name: row.name})
SET s.pose = row.pose;

UNWIND [
  {name: 'tool_attach', required_tool: 'none', description: 'Close the tool changer on the tool in this stand'},
  {name: 'tool_release', required_tool: 'none', description: 'Open the tool changer and leave the tool in its stand'},
  {name: 'tack_weld', required_tool: 'Welder', description: 'Set one tack weld'},
  {name: 'camera_inspection', required_tool: 'Camera', description: 'Take and store an image of the part'},
  {name: 'position_check', required_tool: 'none', description: 'Compare the pose reached with the pose taught'}
] AS row
MERGE (r:Routine {name: row.name})
SET r.required_tool = row.required_tool, r.description = row.description;

UNWIND [
  {tool: 'Welder', stand: 'ToolStand_Welder', position: 'Tool_Weld_Position'},
  {tool: 'Camera', stand: 'ToolStand_Camera', position: 'Tool_Camera_Position'}
] AS row
MATCH (t:Tool {name: row.tool}), (s:ToolStand {name: row.stand}), (p:Position {name: row.position})
MERGE (t)-[:TOOL_AVAILABLE_AT]->(s)
MERGE (s)-[:LOCATED_AT]->(p);

// Every move is allowed both ways; cost is the time that it takes, in seconds.
UNWIND [
  {a: 'Home', b: 'Safe_Pos_1', cost: 2.5},
  {a: 'Home', b: 'Safe_Pos_2', cost: 2.0},
  {a: 'Home', b: 'Safe_Pos_3', cost: 2.5},
  {a: 'Home', b: 'Safe_Pos_4', cost: 3.5},
  {a: 'Safe_Pos_1', b: 'Pos_1', cost: 1.2},
  {a: 'Safe_Pos_2', b: 'Pos_2', cost: 1.2},
  {a: 'Safe_Pos_3', b: 'Pos_3', cost: 1.2},
  {a: 'Safe_Pos_4', b: 'Pos_4', cost: 1.4},
  {a: 'Safe_Pos_4', b: 'Pos_5', cost: 1.8},
  {a: 'Safe_Pos_1', b: 'Safe_Pos_2', cost: 0.9},
  {a: 'Safe_Pos_2', b: 'Safe_Pos_3', cost: 0.9},
  {a: 'Home', b: 'Tool_Weld_Safe_Position', cost: 3.0},
  {a: 'Tool_Weld_Safe_Position', b: 'Tool_Weld_Position', cost: 4.0},
  {a: 'Home', b: 'Tool_Camera_Safe_Position', cost: 2.8},
  {a: 'Tool_Camera_Safe_Position', b: 'Tool_Camera_Position', cost: 3.2}
] AS row
MATCH (a:Position {name: row.a}), (b:Position {name: row.b})
MERGE (a)-[there:ONLY_ALLOWED_MOVE_TO]->(b)
MERGE (b)-[back:ONLY_ALLOWED_MOVE_TO]->(a)
SET there.cost = row.cost, back.cost = row.cost;

UNWIND [
  {position: 'Tool_Weld_Position', tool: 'Welder'},
  {position: 'Tool_Camera_Position', tool: 'Camera'}
] AS row
MATCH (attach:Routine {name: 'tool_attach'}), (release:Routine {name: 'tool_release'}), (p:Position {name: row.position})
MERGE (attach)-[a:SUPPORTED_AT]->(p)
MERGE (release)-[r:SUPPORTED_AT]->(p)
SET a.stabilize = 1.5, a.action_after = 'attach_tool', a.verify = row.tool,
    r.stabilize = 1.0, r.action_after = 'release_tool', r.verify = 'none';

UNWIND ['Pos_1', 'Pos_2', 'Pos_3'] AS position
MATCH (r:Routine {name: 'tack_weld'}), (p:Position {name: position})
MERGE (r)-[at:SUPPORTED_AT]->(p)
SET at.stabilize = 1.5, at.action_after = 'move_safe', at.verify = 'weld_quality_check';

UNWIND ['Pos_1', 'Pos_2', 'Pos_3', 'Pos_4', 'Pos_5'] AS position
MATCH (r:Routine {name: 'camera_inspection'}), (p:Position {name: position})
MERGE (r)-[at:SUPPORTED_AT]->(p)
SET at.stabilize = 0.5, at.verify = 'image_captured';

MATCH (r:Routine {name: 'position_check'}), (p:Position {name: 'Home'})
MERGE (r)-[:SUPPORTED_AT]->(p);

UNWIND ['Safe_Pos_1', 'Safe_Pos_2', 'Safe_Pos_3', 'Safe_Pos_4'] AS position
MATCH (r:Routine {name: 'position_check'}), (p:Position {name: position})
MERGE (r)-[at:SUPPORTED_AT]->(p)
SET at.stabilize = 0.8;
