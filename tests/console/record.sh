#!/bin/sh
# Records a session of the operator's console in a terminal (tmux): a command, a revision, an approval, a stop in the
# middle, a killed process and the recovery after it, a question, a replay. Nothing is typed before the console has said
# what is waited for.
#
#   record.sh BINARY FOLDER TRANSCRIPT [OPTION…]
#
# In: the program, a folder for the cell's data (made anew), further options of `cellgraph run`, for example --model FILE.
# Out: the terminal's text in TRANSCRIPT. Exits with 1 where the console does not say what it should within 60 s.
set -eu
bin=$(realpath "$1")
folder=$2
transcript=$3
shift 3
here=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$folder"
mkdir -p "$folder" "$(dirname "$transcript")"
socket=$folder/tmux.sock
tmux() { command tmux -S "$socket" -f /dev/null "$@"; }
pane() { tmux capture-pane -p -J -S - -t record; }
# $1: a pattern; $2: how many lines of the terminal have to hold it by now.
wait_for() {
    tries=0
    until [ "$(pane | grep -c -e "$1")" -ge "$2" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 600 ]; then
            pane >&2
            echo "error: the console never said '$1' ($2 times)" >&2
            tmux kill-server
            exit 1
        fi
        sleep 0.1
    done
}
say() { tmux send-keys -t record -l "$1" && tmux send-keys -t record Enter; }
note() { say "# $1" && prompt; }
# The shell's, with nothing behind it.
prompt() { wait_for '^\$ *$' 1; }

"$bin" snapshot build --from "$here/graph-snapshots/demo-cell.apoc.jsonl" -o "$folder/cell.cellgraph" > /dev/null
"$bin" state correct --snapshot "$folder/cell.cellgraph" --data "$folder/data" --position Home --tool none \
    --operator Ada --reason "looked: it stands at Home" > /dev/null
ln -s "$bin" "$folder/cellgraph"
command tmux -S "$socket" -f /dev/null set-option -g history-limit 5000 \; new-session -d -s record -x 120 -y 60 \
    "cd '$folder' && PATH=.:\$PATH PS1='\$ ' exec sh"
trap 'tmux kill-server 2> /dev/null || true' EXIT
run="cellgraph run --snapshot cell.cellgraph --data data --operator Ada --driver simulator --speed 4 $*"
prompt

note "A command, a revision, an approval"
say "$run"
wait_for 'type help' 1
say "weld at position 1"
wait_for 'approve?' 1
say "weld at position 2 instead"
wait_for 'approve?' 2
say "yes"
wait_for 'completed: 8 of 8 steps' 1

say "put the welder back and go home"
wait_for 'approve?' 3
say "yes"
wait_for 'completed: ' 2

say "weld at position 1 and 3"
wait_for 'approve?' 4
say "yes"
wait_for 'step 2 of 13' 1
say "pause"
wait_for 'paused after step' 1
say "resume"
wait_for 'resumed' 1
wait_for 'step 4 of 13' 1
say "stop"
wait_for 'stopped by the operator after step' 1

say "go home"
wait_for 'approve?' 5
say "yes"
wait_for 'completed: ' 3

say "weld at position 1"
wait_for 'approve?' 6
say "yes"
wait_for 'step 1 of 3' 1
kill -9 "$(pgrep -P "$(tmux display-message -p -t record '#{pane_pid}')")"
wait_for 'Killed' 1
prompt

note "The process was killed in the middle of a step. Start again"
say "$run"
wait_for 'At which position is it' 1
say "Safe_Pos_1"
wait_for 'What does it hold' 1
say "Welder"
wait_for 'How do you know' 1
say "looked: it stopped in front of position 1"
wait_for 'said by Ada' 2

say "which runs failed?"
wait_for 'failed runs' 1
say "why"
wait_for '^from ' 1
say "go home"
wait_for 'approve?' 7
say "yes"
wait_for 'completed: ' 4
say "go to safe position 1, then go home"
wait_for 'approve?' 8
say "yes"
wait_for 'completed: ' 5
say "do that again"
wait_for 'approve?' 9
say "yes"
wait_for 'completed: ' 6
say "quit"
prompt
note "The history of it"
say "cellgraph history list --data data"
wait_for 'sentence' 1
prompt
say "cellgraph history check --data data"
wait_for '^sound: ' 1
prompt
pane > "$transcript"
