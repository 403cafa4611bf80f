# Runs steps that need each other, several at once, and says how each of them ended. To be sourced by bash 5.1 or later.
#
#   step NAME short|full [alone] [needs=STEP,…]… [after=STEP,…]… [limit=SECONDS] -- COMMAND…
#
# A step starts after the steps that it needs, and does not run if one of them fails. It also follows those of `after`, however
# they end, if they are chosen. `alone` is for a step that nothing may run beside. COMMAND may be a function; it sees exported variables.

LIMIT_S=900
MAX_AT_ONCE=4

names=()
declare -A form=() needs=() after=() limit=() command=() chosen=() outcome=() took=() alone=() running=() began=()
named=0

step() {
  local name=$1 word
  form[$name]=$2 needs[$name]='' after[$name]='' limit[$name]=$LIMIT_S
  names+=("$name")
  shift 2
  while [[ $1 != -- ]]; do
    word=${1#*=}
    case $1 in
      alone) alone[$name]=1 ;;
      needs=*) needs[$name]+=" ${word//,/ }" ;;
      after=*) after[$name]+=" ${word//,/ }" ;;
      limit=*) limit[$name]=$word ;;
      *) echo "The step $name has an unknown mark: $1" >&2; exit 2 ;;
    esac
    shift
  done
  shift
  command[$name]=$(printf '%q ' "$@")
}

# choose_steps [--full] [NAME…]
choose_steps() {
  local wanted=short name
  if [[ ${1:-} == --full ]]; then
    wanted=full
    shift
  fi
  for name in "$@"; do
    if [[ -z ${form[$name]:-} ]]; then
      echo "Unknown step \"$name\". Known steps: ${names[*]}." >&2
      exit 2
    fi
  done
  named=$#
  if ((named > 0)); then
    for name in "$@"; do choose "$name"; done
    return
  fi
  for name in "${names[@]}"; do
    if [[ ${form[$name]} == short || $wanted == full ]]; then choose "$name"; fi
  done
}

# With what the step needs; the packages of node_modules are taken as they are unless they are named.
choose() {
  local need
  if is_chosen "$1"; then return; fi
  chosen[$1]=1
  for need in ${needs[$1]}; do
    if ((named == 0)) || [[ $need != dependencies ]]; then choose "$need"; fi
  done
}

is_chosen() {
  [[ -n ${chosen[$1]:-} ]]
}

run_steps() {
  local slots name
  slots=$(nproc)
  slots=$((slots < 2 ? 2 : slots > MAX_AT_ONCE ? MAX_AT_ONCE : slots))
  started=$SECONDS
  for name in "${names[@]}"; do if is_chosen "$name"; then outcome[$name]=waiting; fi; done
  while true; do
    start_ready "$slots"
    if ((${#running[@]} == 0)); then break; fi
    await_one
  done
}

start_ready() {
  local name
  for name in "${names[@]}"; do
    if [[ ${outcome[$name]:-} != waiting ]] || ! is_ready "$name"; then continue; fi
    if [[ -n ${alone[$name]:-} ]]; then
      if ((${#running[@]} == 0)); then run_alone "$name"; fi
    elif ((${#running[@]} < $1)); then
      start "$name"
    fi
  done
}

# Also notes that a step cannot run.
is_ready() {
  local other
  for other in ${needs[$1]}; do
    case ${outcome[$other]:-passed} in
      passed) ;;
      waiting | running) return 1 ;;
      *)
        outcome[$1]="not run: it needs $other"
        return 1
        ;;
    esac
  done
  for other in ${after[$1]}; do
    case ${outcome[$other]:-passed} in waiting | running) return 1 ;; esac
  done
}

# In a shell of its own, in which a failing command ends the step.
start() {
  launch "$1" > "$scratch/$1.log" 2>&1
}

# Its output is seen while it runs.
run_alone() {
  printf '\n== %s\n' "$1"
  launch "$1"
  await_one
}

launch() {
  local name=$1
  outcome[$name]=running
  began[$name]=$SECONDS
  timeout --kill-after=30 "${limit[$name]}" bash -euo pipefail -c "$(declare -f)"$'\n'"${command[$name]}" < /dev/null 2>&1 &
  running[$!]=$name
}

await_one() {
  local pid code=0 name
  wait -n -p pid "${!running[@]}" || code=$?
  name=${running[$pid]}
  unset "running[$pid]"
  took[$name]=$((SECONDS - began[$name]))
  case $code in
    0) outcome[$name]=passed ;;
    124 | 137) outcome[$name]="FAILED: still running after ${limit[$name]} s" ;;
    *) outcome[$name]="FAILED: exit code $code" ;;
  esac
  if [[ -z ${alone[$name]:-} ]]; then
    printf '\n== %s (%s s)\n' "$name" "${took[$name]}"
    cat "$scratch/$name.log"
  fi
}

# Ends the steps that run, each by its own process id.
end_steps() {
  local pid
  for pid in "${!running[@]}"; do
    kill "$pid" 2> /dev/null || true
    wait "$pid" || true
    outcome[${running[$pid]}]='FAILED: ended'
  done
  running=()
}

# Fails if a step has not passed.
print_steps() {
  local name failed=()
  if ((${#outcome[@]} == 0)); then return 0; fi
  printf '\n%-16s %7s  %s\n' Step Seconds Outcome
  for name in "${names[@]}"; do
    if ! is_chosen "$name"; then continue; fi
    printf '%-16s %7s  %s\n' "$name" "${took[$name]:--}" "${outcome[$name]}"
    if [[ ${outcome[$name]} != passed ]]; then failed+=("$name"); fi
  done
  printf '%-16s %7s\n\n' 'in all' "$((SECONDS - started))"
  if ((${#failed[@]} == 0)); then return 0; fi
  printf 'Failed: %s\n' "${failed[@]}"
  return 1
}
