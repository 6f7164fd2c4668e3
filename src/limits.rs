//! Every bound of the program in one place, with its reason; relations between them are checked by the compiler.

use core::time::Duration;

/// Longest name of a position, tool, stand or routine, in bytes of UTF-8 (contract, section 1).
pub const NAME_BYTES_MAX: usize = 255;

/// Most nodes of one label. Ids are `u32` with `u32::MAX` for "none"; ten times the largest cell that is benchmarked.
pub const NODES_MAX: usize = 1_000_000;

/// Most relationships of one type: 16 for every node, so that offsets stay far inside `u32`.
pub const EDGES_MAX: usize = 16 * NODES_MAX;

/// After this many lines without a single record the import gives up: such a file is no export, and its list of faults ends here.
pub const UNREADABLE_LINES_MAX: u64 = 1_000;

/// Largest export that is read, in bytes: the text is kept in memory, and that of a cell of 100,000 positions takes a fraction.
pub const EXPORT_BYTES_MAX: u64 = 1024 * 1024 * 1024;

/// Largest snapshot file that is read, in bytes: ten times the 80 MB that a cell of 100,000 positions may take.
pub const SNAPSHOT_BYTES_MAX: u64 = 800_000_000;

/// Largest bundle, in bytes. It is in memory as a whole while it is proved, so that a stick cannot give other bytes the second time;
/// the model that is shipped has 98 MB.
pub const BUNDLE_BYTES_MAX: u64 = 1024 * 1024 * 1024;

/// Longest manifest of a bundle, in bytes: every text in it at its longest, written with escapes.
pub const BUNDLE_MANIFEST_BYTES_MAX: u64 = 16 * 1024;

/// Largest model in a bundle, in bytes: five times the one that is shipped.
pub const BUNDLE_MODEL_BYTES_MAX: u64 = 512 * 1024 * 1024;

/// Largest adapter in a bundle, in bytes: ten times the one that is shipped, and more.
pub const BUNDLE_ADAPTER_BYTES_MAX: u64 = 128 * 1024 * 1024;

/// Longest signature file, in bytes. Of its four lines three have a fixed length, and the comment in the other is short.
pub const BUNDLE_SIGNATURE_BYTES_MAX: u64 = 4 * 1024;

/// Highest generation of a bundle or a list of keys: the highest number that the history can have of it.
pub const BUNDLE_GENERATION_MAX: u64 = i64::MAX as u64;

/// How far a generation may be above the last one before a person is warned: nobody makes so many bundles between two visits, and a
/// number that was mistyped shuts out every lower one for good.
pub const BUNDLE_GENERATION_JUMP: u64 = 1_000;

/// Longest id of a cell, in characters.
pub const BUNDLE_CELL_BYTES_MAX: usize = 64;

/// Most keys that a cell's PC keeps, revoked ones included: more than a plant has engineers in ten years.
pub const BUNDLE_KEYS_MAX: usize = 100;

/// How many generations of bundles a cell's PC keeps: the one in force, and two to go back to.
pub const BUNDLES_KEPT: usize = 3;

/// Longest signed list of keys, in bytes: every key that may be kept, with names at their longest.
pub const BUNDLE_LIST_BYTES_MAX: u64 = 128 * 1024;

const _: () = assert!(SNAPSHOT_BYTES_MAX < BUNDLE_BYTES_MAX);
const _: () = assert!(BUNDLE_MODEL_BYTES_MAX + BUNDLE_ADAPTER_BYTES_MAX < BUNDLE_BYTES_MAX);
const _: () = assert!(REASON_CHARS_MAX * 4 + OPERATOR_BYTES_MAX * 2 + 4096 < BUNDLE_MANIFEST_BYTES_MAX as usize);
const _: () = assert!(BUNDLE_KEYS_MAX * (NAME_BYTES_MAX * 2 + 256) < BUNDLE_LIST_BYTES_MAX as usize);

/// Largest plan or intent document that is read, in bytes. A step takes about 100; this is a plan of 600,000 steps.
pub const DOCUMENT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Deepest YAML that is read: twice as deep as any `actions.yaml` goes.
pub const YAML_DEPTH_MAX: usize = 12;

/// Most nodes of a YAML that is read. None is shorter than two bytes, so a document is never refused for this alone.
pub const YAML_NODES_MAX: usize = DOCUMENT_BYTES_MAX as usize / 2;

/// Bytes that the all-pairs next-hop table may take in a snapshot. The file of a cell of 10,000 positions may have 30 MB, and this
/// is what the other tables leave of them.
pub const NEXT_HOP_BYTES_MAX: usize = 26_000_000;

/// Most core positions for which least-cost next hops are prepared: a Dijkstra run from each must fit the build time.
pub const COST_TABLE_CORE_MAX: usize = 2_000;

/// Bytes that the route trees from and to the tool stands may take in a snapshot.
pub const STAND_TREE_BYTES_MAX: usize = 24_000_000;

/// Most goals of one sentence: nobody would review more of them step by step.
pub const MAX_GOALS: usize = 1_000;

/// Most times that a sentence can have one step repeated; a larger count is more likely misheard than meant.
pub const MAX_TIMES: u16 = 99;

/// Most rows of history that a question can ask for at once.
pub const MAX_ROWS_ASKED: u32 = 999;

/// Most readings that one sentence is asked back with (SPEC §6).
pub const OFFERS_MAX: usize = 3;

/// Most clauses that the model's grammar lets into one answer.
pub const MODEL_CLAUSES_MAX: usize = 16;

/// Most places, exclusions or routines that the model's grammar lets into one list.
pub const MODEL_SPANS_MAX: usize = 16;

/// Most names of each kind that the model is shown. A name costs about 4 tokens; the prompt must stay inside the context.
pub const MODEL_NAMES_SHOWN: usize = 100;

/// Most names in a cell for which the model is asked at all: its grammar holds every one of them.
pub const MODEL_NAMES_MAX: usize = 2_000;

/// Longest sentence that the model is asked to read, in bytes; four times the longest that operators were seen to say.
pub const MODEL_SENTENCE_BYTES_MAX: usize = 1_000;

/// Tokens of the model's context. The prompt, the longest sentence and the longest answer fit into it together.
pub const MODEL_CONTEXT_TOKENS: u32 = 4_096;

/// Most tokens of an answer.
pub const MODEL_ANSWER_TOKENS_MAX: usize = 256;

/// From this confidence on the model's line stands alone, and no other is looked for: of commands on the guiding half that reached 0.91,
/// all were right (`docs/src/performance/sentences.md`).
pub const MODEL_OTHERS_BELOW: f32 = 0.91;

/// A line that the model holds for less likely is not offered. Of twenty such lines, nineteen are wrong by the model's own account.
pub const MODEL_OTHER_LEAST: f32 = 0.05;

/// How long a reading by the model may take: ten times what a sequence of four may take on a busy machine.
pub const MODEL_DEADLINE: Duration = Duration::from_secs(16);

/// Plan attempts for one sentence before the fallback answer, unless the environment says otherwise (contract, section 6).
pub const MAX_PLAN_ATTEMPTS: u32 = 3;

/// Requests that may wait for the model's thread. Where more of them wait, nobody waits for their answers any more.
pub const MODEL_QUEUE: usize = 4;

/// Longest line of an answer, in characters: what a console of the usual width shows without breaking it.
pub const ANSWER_LINE_CHARS: usize = 100;

/// Entries with a line each that an answer shows by itself: a screenful.
pub const ANSWER_LINES: usize = 20;

/// Names within a sentence that an answer shows by itself: what an eye still takes in.
pub const ANSWER_INLINE_ITEMS: usize = 40;

/// Runs that an answer shows by itself.
pub const ANSWER_RUNS: usize = 10;

/// Runs that an answer looks through for what was done in them, the latest ones; it says so where there are more.
pub const ANSWER_RUNS_LOOKED_AT: usize = 1_000;

/// Most entries of one answer, however many were asked for: what a console can scroll back to.
pub const ANSWER_ITEMS_MAX: usize = 200;

/// Most characters of a text from outside in an answer: a description, a sentence, a reason.
pub const ANSWER_TEXT_CHARS_MAX: usize = 200;

/// Names in a side remark of an answer; further ones are counted.
pub const ANSWER_ASIDE_NAMES: usize = 8;

/// Most errors that the fallback repeats; further ones are counted.
pub const FALLBACK_ERRORS_MAX: usize = 5;

/// What the fallback suggests at most: what an operator still reads.
pub const SUGGESTIONS_MAX: usize = 3;

/// Plans that are tried for one kind of suggestion: in a cell where nothing works, the fallback must still come at once.
pub const SUGGESTION_TRIES_MAX: usize = 48;

/// Close names that are given for one that the cell does not have.
pub const NEAR_NAMES_MAX: usize = 3;

/// Names of each kind that a word is held against: in the largest cell the fallback must still come at once.
pub const NEAR_NAMES_SCANNED_MAX: usize = 20_000;

/// Longest word that is held against names, in characters; names are rarely longer.
pub const NEAR_WORD_CHARS_MAX: usize = 64;

/// Words of a sentence that are held against the cell's names.
pub const NEAR_WORDS_MAX: usize = 16;

/// From the first packet to a Neo4j to its first answer; one that is up takes milliseconds.
pub const BOLT_CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// Between two packets of a Neo4j's answer; covers the server's planning of the statement.
pub const BOLT_SILENCE_LIMIT: Duration = Duration::from_secs(60);

/// Rows that a Neo4j is asked for at once: about 1 MB of them, so that a round trip costs little.
pub const BOLT_ROWS_AT_ONCE: usize = 2_000;

/// Longest name of an operator, in bytes of UTF-8: as long as any name in the cell.
pub const OPERATOR_BYTES_MAX: usize = NAME_BYTES_MAX;

/// Most bytes that a program may write ahead to standard input: some ten thousand sentences.
#[cfg(feature = "cli")]
pub const PIPED_BYTES_MAX: usize = 256 * 1024;

/// Longest reason that somebody gives for a position, in characters: a few sentences.
pub const REASON_CHARS_MAX: usize = 1_000;

/// A step may take this many times what the cell gives for it, for a cell's costs are planning figures. (Robots run at a tenth of
/// their speed while they are set up; nobody runs plans then.)
pub const STEP_DEADLINE_FACTOR: f64 = 3.0;

/// On top of it for a move: the way from the permit to the first motion, and what is slow about a file share.
pub const MOVE_DEADLINE_FLOOR: Duration = Duration::from_secs(30);

/// On top of it for a routine: the cell does not say how long one takes, and a weld takes minutes.
pub const ROUTINE_DEADLINE_FLOOR: Duration = Duration::from_secs(600);

/// Longest that the cell may make a single step wait: one that is given longer is held to this.
pub const STEP_DEADLINE_MAX: Duration = Duration::from_secs(24 * 3600);

/// After which time a step that was not seen done is looked at once more. Outputs and counters of a controller lag behind
/// its motion by some hundred milliseconds; a second is more than that, and nobody waits long for it.
pub const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// How long a driver may take to get ready, to publish a permit and to halt, and a controller to say where the robot is.
pub const DRIVER_ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// How long a model may take to judge a step: the robot stands still meanwhile, and an operator waits beside it.
pub const JUDGE_MODEL_LIMIT: Duration = Duration::from_secs(20);

/// How long a run waits for a judge beside the code. A model gives up by itself before that; a judge that does not give up hangs.
pub const JUDGE_ANSWER_LIMIT: Duration = Duration::from_secs(22);

/// How long the end of the program waits for a model that is given up: it looks up between two tokens.
pub const JUDGE_LEAVE_LIMIT: Duration = Duration::from_secs(2);

const _: () = assert!(JUDGE_MODEL_LIMIT.as_secs() + 1 < JUDGE_ANSWER_LIMIT.as_secs(), "a model gives up first");

/// How long the end of a run waits for the journal: a disk that takes longer for a few kilobytes is broken.
pub const JOURNAL_ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// Between two looks at the time while a run goes on.
pub const RUN_TICK: Duration = Duration::from_millis(50);

/// Between two heartbeats.
pub const HEARTBEAT_EVERY: Duration = Duration::from_secs(1);

/// For how many seconds of a controller's clock a permit holds without a new heartbeat: five beats, so that a busy disk
/// stops no robot and a dead PC stops it soon.
pub const HEARTBEAT_VALID_S: u32 = 5;

/// For how long a run's program may stand still, put to sleep or without a processor, before the run ends: as long as its
/// permits hold.
pub const SLEEP_LIMIT: Duration = Duration::from_secs(HEARTBEAT_VALID_S as u64);

/// Between two looks whether the program stands still before a run begins.
pub const AWAKE_LOOK_EVERY: Duration = Duration::from_millis(250);

const _: () =
    assert!(10 * AWAKE_LOOK_EVERY.as_millis() < SLEEP_LIMIT.as_millis(), "a look that is a little late is none");

/// How long a recovery waits for the controller's report: somebody stands beside the robot and waits with it.
pub const RECOVERY_REPORT_LIMIT: Duration = Duration::from_secs(5);

/// For how long a recovery listens on after a report before anybody is asked: ten cycles of a slow controller.
pub const RECOVERY_QUIET: Duration = Duration::from_millis(200);

/// For how long a trial of a controller listens for a line that must not come: ten cycles of a slow controller.
pub const TRIAL_QUIET: Duration = Duration::from_millis(500);

/// A controller that is told to stop may have ended its motion just before: two cycles of a slow one, and a file share's delay.
pub const TRIAL_CROSSING: Duration = Duration::from_millis(200);

/// Longest that a trial may be told to wait for an answer.
pub const TRIAL_WAIT_MAX: Duration = Duration::from_secs(600);

/// Most serial numbers that are kept free for one run: two for each step of the longest plan, and thousands of pauses.
pub const SERIALS_OF_RUN_MAX: u32 = 1 << 20;

/// Longest `permit.json` that is read: four times what is written.
pub const PERMIT_BYTES_MAX: u64 = 4 * 1024;

/// Longest line of a controller's progress file, in bytes: three names, an error of a few sentences, and the state of a cell
/// with some thousand signals, or a panel's page of [`PANEL_BYTES_MAX`] as a JSON string.
pub const PROGRESS_LINE_BYTES_MAX: usize = 384 * 1024;

/// Most bytes that a controller may append to its progress file between two looks at it: more is not progress.
pub const PROGRESS_BYTES_MAX: u64 = 1024 * 1024;

/// Longest progress file whose lines are counted as a run begins, in bytes: 200,000 lines of 300 bytes. Lines of a longer one are told
/// without their numbers.
pub const PROGRESS_COUNTED_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// How long a session with a controller's OPC UA server may take to open: several times what a PLC takes for the keys of 2,048 bits.
#[cfg(feature = "opcua")]
pub const OPC_UA_CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How long a controller's OPC UA server may take to answer a call: as long as its permits hold without a heartbeat.
#[cfg(feature = "opcua")]
pub const OPC_UA_CALL_LIMIT: Duration = Duration::from_secs(HEARTBEAT_VALID_S as u64);

/// For how long a controller whose session is lost is tried to be told to stop: less than a driver may take to halt.
#[cfg(feature = "opcua")]
pub const OPC_UA_STOP_LIMIT: Duration = Duration::from_secs(15);

/// Most lines of a controller that one look brings. A step has two, and a look comes every 20 ms.
#[cfg(feature = "opcua")]
pub const OPC_UA_LINES_MAX: usize = 256;

/// Longest message of a controller's OPC UA server, in bytes, and so the longest sequence that can be handed over there: both its texts, many
/// times over for a plan of 50 steps.
#[cfg(feature = "opcua")]
pub const OPC_UA_MESSAGE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Between two readings of a controller's SafetyState, which is subscribed to as well: a subscription that is not told of any more says nothing.
#[cfg(feature = "opcua")]
pub const OPC_UA_SAFETY_EVERY: Duration = Duration::from_secs(1);

/// Most variables of a controller's cell that are read, and how many names lead to each at most.
#[cfg(feature = "opcua")]
pub const OPC_UA_CELL_VARIABLES_MAX: usize = 1_024;
#[cfg(feature = "opcua")]
#[allow(missing_docs, reason = "with the one above")]
pub const OPC_UA_CELL_DEPTH_MAX: usize = 8;

/// Between two looks at a controller's progress file.
pub const PROGRESS_POLL: Duration = Duration::from_millis(20);

/// Log lines that wait to be written, while a disk stalls: a run of hundreds of steps.
pub const LOG_LINES_WAITING_MAX: usize = 4_096;

/// How long a program that ends, or a task that is not a run, waits for its log.
pub const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// Longest text of a driver's error that is kept, in bytes.
pub const DRIVER_ERROR_BYTES_MAX: usize = 1024;

/// How long the store waits for another program that holds a database; a reader holds one for milliseconds.
pub const STORE_BUSY_LIMIT: Duration = Duration::from_secs(2);

/// Most runs that one list of the history shows: 10 MB of plans of 10 steps.
pub const HISTORY_ROWS_MAX: usize = 10_000;

/// A check of the history names this many faults and counts the rest.
pub const CHECK_PROBLEMS_MAX: usize = 1_000;

/// "No id" in every table of the snapshot.
pub const NONE_ID: u32 = u32::MAX;

const _: () = assert!(NODES_MAX < NONE_ID as usize);
const _: () = assert!(EDGES_MAX < NONE_ID as usize);
const _: () = assert!(NODES_MAX * (NAME_BYTES_MAX + 1) < NONE_ID as usize, "name offsets are u32");
const _: () = assert!((NEXT_HOP_BYTES_MAX + STAND_TREE_BYTES_MAX) as u64 * 2 < SNAPSHOT_BYTES_MAX);

/// Longest sentence that is read, in bytes: ten times what anybody says in one breath, and short enough for any reader.
pub const SENTENCE_BYTES_MAX: usize = 4_000;

/// Completions of a line that a key at the console goes through: more than anybody would.
pub const COMPLETIONS_MAX: usize = 100;

/// Names that are looked through for what would fit in a sentence that was not understood.
pub const MISSED_SCANNED_MAX: usize = 64;

/// Most phrases that the table of replies may expand to for one place (a question, a run). A list that nobody could look over is
/// not closed.
pub const REPLIES_MAX: usize = 10_000;

/// Longest sentence that is kept as a phrase, in bytes: what is said in one breath, and shown in one line of a list.
pub const PHRASE_BYTES_MAX: usize = 200;

/// Most phrases that a cell keeps: more than an engineer would ever look over, and few enough to be read at each start.
pub const PHRASES_MAX: usize = 10_000;

/// Most words of a name that a sentence can be searched for; a longer one is found by its telling words alone.
pub const LEXICON_WORDS_OF_NAME_MAX: usize = 16;

/// Most words of a cell's names that a misspelt word is compared with.
pub const LEXICON_NEAR_WORDS_MAX: usize = 20_000;

/// Most tokens of a sentence that the chart parser reads: twice what people say in one command.
pub const CHART_TOKENS_MAX: usize = 48;

/// Most edges that the chart parser looks at in one sentence; usual ones have a few hundred. What does not fit is a reading that
/// nobody weighed, so that no reading is sure then: of 1,801 sentences that people wrote, none lost its sure reading by it.
pub const CHART_EDGES_MAX: usize = 12_000;

/// The highest cost of a reading of the chart parser: the price of three unknown words and some doubt.
pub const CHART_COST_MAX: u32 = 20;

/// Most cuts of one sentence that are read for a command among talk, each by all signs of doubt and the chart parser: four times
/// what the sentences of the tests need. Behind so much talk a command is asked back.
pub const CHATTER_CUTS_READ_MAX: usize = 16;

/// Most parts of a pattern for a sign of doubt: nearly twice what the longest one has.
pub const SIGN_PARTS_MAX: usize = 20;

/// How deep the kinds of the signs of doubt may name each other: one more than they do. A kind that names itself ends there.
pub const SIGN_KINDS_DEEP_MAX: usize = 4;

/// Most words of one sentence that are looked up as misspelt, so that a text of noise costs little time.
pub const MISSPELT_WORDS_MAX: usize = 24;

/// Most sentence templates of one file: more would be a language of its own.
pub const TEMPLATES_MAX: usize = 2_000;

/// Most steps of comparing one template with one sentence, so that no pattern takes its time from the operator.
pub const TEMPLATE_STEPS_MAX: usize = 5_000;

/// Largest raw state of a cell that is read, in bytes: a hundred times what a controller says between two steps.
pub const OBSERVED_BYTES_MAX: usize = 1024 * 1024;

/// Largest page of a panel that is read, in bytes: several times what a controller's web server sends.
pub const PANEL_BYTES_MAX: usize = 256 * 1024;
/// The longest address of a panel's page: what browsers take in practice.
pub const PANEL_URL_BYTES_MAX: usize = 2048;

/// Most elements of one skeleton: ten times the inputs and outputs of a large cell.
pub const OBSERVED_ELEMENTS_MAX: usize = 10_000;

/// Deepest state of a controller: the field, a group, a group in it, a value.
pub const OBSERVED_DEPTH_MAX: usize = 4;

/// Deepest page of a panel: four times what browsers' authors write, and little enough for a parser that looks up the
/// whole branch at each tag.
pub const PANEL_DEPTH_MAX: usize = 256;

/// Most nodes of a panel's page.
pub const PANEL_NODES_MAX: usize = 100_000;

/// Most blanks within one tag or comment of a panel's page. The parser compares each attribute of a tag with all before it,
/// so that a page of one tag with attributes alone would take seconds.
pub const PANEL_TAG_BLANKS_MAX: usize = 10_000;

/// Bytes of a page that are parsed before its depth and its nodes are counted again.
pub const PANEL_CHUNK_BYTES: usize = 4 * 1024;

/// Longest text of an interactive element that is kept, in characters: enough to tell one button from another.
pub const ELEMENT_TEXT_CHARS: usize = 50;

/// Longest message, value or key that is kept, in characters.
pub const OBSERVED_TEXT_CHARS_MAX: usize = 1_000;

/// Lines that say what changed; further ones are counted.
pub const OBSERVED_LINES_MAX: usize = 200;

/// What is shown of a verdict's reason, in characters.
pub const VERDICT_SUMMARY_CHARS: usize = 300;

/// Longest answer of a model that judges a step, in bytes: two flags, a number, and a reason of a few sentences.
pub const VERDICT_ANSWER_BYTES_MAX: usize = 4 * 1024;

/// Most entries of one list in a file of declared evidence.
pub const DECLARED_ENTRIES_MAX: usize = 1_000;

/// Confidence, in hundredths, from which on a step counts as done and a request as completed.
pub const CONFIDENCE_SUCCESS: u8 = 70;

/// Below this confidence, in hundredths, a completed request is noted as completed with low confidence.
pub const CONFIDENCE_PLAIN: u8 = 85;

/// Confidence of a step after which nothing had changed, in hundredths.
pub const CONFIDENCE_NO_CHANGE: u8 = 20;

/// Confidence of a step of which nobody saw that it was done, in hundredths.
pub const CONFIDENCE_UNSEEN: u8 = 40;

/// Highest confidence in a routine of which only the robot's place is known, in hundredths: an operator is asked.
pub const CONFIDENCE_WHERE_ONLY: u8 = 60;

/// Confidence in a routine without a named check after which something changed, in hundredths.
pub const CONFIDENCE_CHANGED: u8 = 80;

/// Confidence in a routine whose check was answered, in hundredths.
pub const CONFIDENCE_EVIDENCE: u8 = 90;

/// Confidence in a motion that ended where it was to end, in hundredths.
pub const CONFIDENCE_PLACE: u8 = 95;

/// How much less, in hundredths, a step counts where only the witness saw anything happen.
pub const CONFIDENCE_OVERRIDE_COST: u8 = 20;

const _: () = assert!(CONFIDENCE_NO_CHANGE < CONFIDENCE_UNSEEN && CONFIDENCE_UNSEEN < CONFIDENCE_WHERE_ONLY);
const _: () = assert!(CONFIDENCE_WHERE_ONLY < CONFIDENCE_SUCCESS && CONFIDENCE_SUCCESS < CONFIDENCE_PLAIN);
const _: () =
    assert!(CONFIDENCE_CHANGED - CONFIDENCE_OVERRIDE_COST < CONFIDENCE_SUCCESS, "a witness alone is no success");
const _: () = assert!(CONFIDENCE_PLACE <= 100);
const _: () = assert!(OBSERVED_BYTES_MAX as u64 <= DOCUMENT_BYTES_MAX && PANEL_BYTES_MAX <= OBSERVED_BYTES_MAX);
const _: () = assert!(PANEL_BYTES_MAX < PROGRESS_LINE_BYTES_MAX, "a page fits into a line");
const _: () = assert!(2 * (PROGRESS_LINE_BYTES_MAX as u64) < PROGRESS_BYTES_MAX, "two lines at once are progress");
const _: () = assert!(PANEL_CHUNK_BYTES < PANEL_TAG_BLANKS_MAX, "a piece of text alone is never refused");
/// From how many hundredths on a checkpoint passes: what is good enough to be worked with.
pub const CHECKPOINT_PASS: u8 = 70;

/// From how many hundredths on a checkpoint asks for another attempt: below it, feedback has been seen to mend little.
pub const CHECKPOINT_RETRY: u8 = 50;

/// Attempts after the first: what two rounds of feedback do not mend needs a person.
pub const CHECKPOINT_RETRIES_MAX: u32 = 2;

/// Largest document of a checkpoint that is read, in bytes: a thousand subgoals, or a long answer with all its sources.
pub const CHECKPOINT_BYTES_MAX: usize = 1024 * 1024;

/// Most subgoals, agents, claims or sources of one document: as many as one sentence may have goals.
pub const CHECKPOINT_ITEMS_MAX: usize = MAX_GOALS;

/// Most sources of one claim: what needs more is several claims.
pub const SOURCES_MAX: usize = 32;

/// Issues that a feedback repeats; further ones are counted. An attempt with more has to begin anew anyhow.
pub const FEEDBACK_ISSUES_MAX: usize = 50;

/// Most characters of a report's summary: ten lines of a console; a longer one is data, not a summary.
pub const SUMMARY_CHARS_MAX: usize = 1_000;

/// How many runs in a row may correct the one before: whoever was wrong twice about a robot has to go and look.
pub const CORRECTIONS_MAX: u32 = 2;

/// Neighbours over which a way around a failed move is looked for: more than any position of a real cell has.
pub const DETOURS_MAX: usize = 64;

/// From how many sentences on a correlation is worked out and a threshold suggested: the seed wants a hundred.
pub const METRICS_CORRELATION_FROM: usize = 100;

/// How soon after a refused sentence the same must be done for the refusal to count as wrong: an operator who was
/// misunderstood says it again at once.
pub const METRICS_FALSE_REJECTION_WITHIN: Duration = Duration::from_secs(60 * 60);

/// Free memory below which the doctor has a note, in bytes: the program with its model takes up to 400 MB.
pub const DOCTOR_MEMORY_BYTES_MIN: u64 = 400_000_000;

/// Free bytes of a disk below which the doctor has a note: 18,000 runs of 23 steps, which take 110 kB of history and logs each
/// (measured over 15 simulated ones).
pub const DOCTOR_DISK_BYTES_LOW: u64 = 2_000_000_000;

/// Free bytes of a disk below which something is to be mended: 1,800 such runs.
pub const DOCTOR_DISK_BYTES_MIN: u64 = 200_000_000;

/// How often the doctor writes and syncs: the median of 15 is not moved by a few slow ones.
pub const DOCTOR_SYNCS: usize = 15;

/// A sync above this is worth a note: a permit and its step wait for five of them, and an operator sees half a second.
pub const DOCTOR_SYNC_SLOW: Duration = Duration::from_millis(100);

/// A sync below this is worth a note: hardly any disk writes so soon, so the bytes may lie in a cache that a lost power empties.
pub const DOCTOR_SYNC_NONE: Duration = Duration::from_micros(20);

/// How far the clock may be behind the last run on record: a clock that is set by hand is a few seconds off.
pub const DOCTOR_CLOCK_BEHIND: Duration = Duration::from_secs(60);

/// A median reading by the model above this is worth a note: it is the 95th percentile that the model was made for.
pub const DOCTOR_READING_SLOW: Duration = Duration::from_millis(800);

const _: () = assert!(DOCTOR_DISK_BYTES_MIN < DOCTOR_DISK_BYTES_LOW);
const _: () = assert!(DOCTOR_SYNC_NONE.as_nanos() < DOCTOR_SYNC_SLOW.as_nanos());
const _: () = assert!(PHRASE_BYTES_MAX < SENTENCE_BYTES_MAX);
const _: () = assert!(CHECKPOINT_RETRY < CHECKPOINT_PASS && CHECKPOINT_PASS <= 100);
const _: () = assert!((CHECKPOINT_BYTES_MAX as u64) < DOCUMENT_BYTES_MAX);

/// Positions of a cell that still has a picture: a layered layout of more takes minutes, and nobody could read it.
pub const PICTURE_POSITIONS_MAX: usize = 500;

/// How far from the beginning of the picture somebody may put something, in pixels: further than any automatic picture reaches.
pub const ARRANGED_PX_MAX: i32 = 2_000_000;

/// Places and tools that an arrangement of the picture keeps: those of the layout in force, and of the one before.
pub const ARRANGED_MAX: usize = 4 * PICTURE_POSITIONS_MAX;

/// Longest file of an arrangement, in bytes: each name with every byte escaped.
pub const ARRANGEMENT_BYTES_MAX: u64 = 2 * 1024 * 1024;

const _: () = assert!(PICTURE_POSITIONS_MAX * (NAME_BYTES_MAX * 10 + 200) < ARRANGED_PX_MAX as usize);
const _: () = assert!(ARRANGED_MAX * (2 * NAME_BYTES_MAX + 100) < ARRANGEMENT_BYTES_MAX as usize);

/// Connections to the page at once: every tablet of a cell with a few streams each. Where there are as many, whoever has the
/// most gives up the oldest, so that nobody can keep an operator out.
pub const WEB_CONNECTIONS_MAX: usize = 64;

/// Sessions of the page at once: the least used one ends where another is opened.
pub const WEB_SESSIONS_MAX: usize = 16;

/// How long a session lasts that nobody uses: a shift, with some hours over.
pub const WEB_SESSION_IDLE: Duration = Duration::from_secs(12 * 3600);

/// How long a browser may take for the head of a request, and for its body: one on this PC takes milliseconds.
pub const WEB_REQUEST_LIMIT: Duration = Duration::from_secs(10);

/// Largest head of a request, in bytes: several times what browsers send.
pub const WEB_HEAD_BYTES_MAX: usize = 16 * 1024;

/// Most headers of a request: three times what browsers send.
pub const WEB_HEADERS_MAX: usize = 64;

/// Longest address of a page with its query, in bytes.
pub const WEB_TARGET_BYTES_MAX: usize = 512;

/// Largest form that is sent to the page, in bytes: the longest sentence with each byte written as three, and the fields beside it.
pub const WEB_BODY_BYTES_MAX: usize = 16 * 1024;

/// Most fields of a form: twice what any form of the page has.
pub const WEB_FIELDS_MAX: usize = 16;

/// Largest form with an arrangement of the picture, in bytes: a place and a tool for each position, with two numbers.
pub const WEB_ARRANGEMENT_BYTES_MAX: usize = 32 * 1024;

/// Most fields of it: those, and the fields beside them.
pub const WEB_ARRANGEMENT_FIELDS_MAX: usize = 2 * PICTURE_POSITIONS_MAX + WEB_FIELDS_MAX;

/// How long somebody who enters the page waits for the record of it, where no run goes on: longer than the history may be held. A desk that is
/// busy for longer records it afterwards.
pub const WEB_ENTRY_LIMIT: Duration = Duration::from_secs(5);
const _: () = assert!(WEB_ENTRY_LIMIT.as_millis() > 2 * STORE_BUSY_LIMIT.as_millis());

/// Completions of a line that the page offers at once: what a glance takes in.
pub const WEB_COMPLETIONS_MAX: usize = 8;

/// Between two signs of life on a page's stream of news, so that one that nobody holds any more is found.
pub const WEB_HEARTBEAT: Duration = Duration::from_secs(15);

/// After how long a page beside the desk that drives looks at the cell's data again, where nothing is told.
pub const WEB_BESIDE_LOOK: Duration = Duration::from_secs(1);

/// Runs on one page of the history: two screenfuls.
pub const WEB_RUNS_SHOWN: usize = 50;

/// Lines of a run, and remarks at a review, that the page keeps: the latest ones.
pub const WEB_LINES_MAX: usize = 200;

/// Operators who may enter the page with a PIN: three shifts of a large plant.
pub const WEB_OPERATORS_MAX: usize = 256;

/// Fewest characters of a PIN: of a million PINs somebody at one address tries some 1,500 a day for one name ([`WEB_PIN_WAIT`]).
pub const PIN_CHARS_MIN: usize = 6;

/// Longest PIN, in bytes of UTF-8: a sentence may be one.
pub const PIN_BYTES_MAX: usize = 64;

/// Wrong PINs for one name from one address before each further try has to wait: nobody mistypes a PIN more often.
pub const WEB_PIN_TRIES: u32 = 5;

/// How long each try for that name from that address has to wait after those.
pub const WEB_PIN_WAIT: Duration = Duration::from_secs(60);

/// Wrong PINs for one name from all addresses together before each further try has to wait.
pub const WEB_PIN_TRIES_OF_ALL: u32 = 50;

/// How long that is: of a million PINs, 14,400 a day.
pub const WEB_PIN_WAIT_OF_ALL: Duration = Duration::from_secs(6);

/// PINs that wait to be looked at. Where there are as many, the next one is sent away: each takes some 30 ms.
pub const WEB_PINS_WAITING_MAX: usize = 16;

/// After how long the page looks again who may do what: somebody who was removed can do nothing for longer.
pub const WEB_OPERATORS_LOOK: Duration = Duration::from_secs(2);

/// How long a yes waits until the page has looked who may do what. A yes that is heard later moves no robot: whoever said it may be gone.
pub const WEB_JUDGING_LIMIT: Duration = Duration::from_secs(2);

/// Acts of the session that drives that wait to be recorded while a run goes on. Where there are as many, only what leads to less motion is
/// taken.
pub const WEB_ACTS_WAITING_MAX: usize = 4096;

/// The same of each other session: those beyond are done, and not recorded.
pub const WEB_ACTS_OF_OTHERS_WAITING_MAX: usize = 256;

/// Pauses and stops that find room beside as many other acts of their session.
pub const WEB_STOPS_WAITING_MAX: usize = 64;

/// Refused entries at the page that wait to be recorded. Where there are as many, the log alone has the next ones.
pub const WEB_REFUSALS_WAITING_MAX: usize = 16;

const _: () = assert!(2 * PICTURE_POSITIONS_MAX * 24 + 1024 < WEB_ARRANGEMENT_BYTES_MAX, "p499=-2000000+-2000000&");
const _: () = assert!(3 * SENTENCE_BYTES_MAX < WEB_BODY_BYTES_MAX, "a sentence fits into a form");
