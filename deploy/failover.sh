#!/bin/sh
# Makes a replica the primary, where the primary was lost or its machine is to be taken away: failover.sh SETTINGS
# The steps: the old primary is stopped; of the replicas the one that has received most is promoted; each PgBouncer is led to it; the
# others follow it. It ends with 0 once a write is possible again. Any step that fails ends it with 1, and says what is to be done.
# docs/operations.md, "Failover", explains it and the file SETTINGS, a piece of shell that sets these:
#
#   OLD_PRIMARY='host=10.0.0.11 port=5432'
#   REPLICAS='host=10.0.0.12 port=5432
#   host=10.0.0.13 port=5432'
#   ADMIN='user=postgres dbname=postgres'
#   REPLICATION='user=replicator'
#   FENCE='ssh root@10.0.0.11 systemctl disable --now postgresql@15-main'
#   POOLERS='ssh root@10.0.0.21 sh -s
#   ssh root@10.0.0.22 sh -s'
#   POOLER_FILE=/etc/pgbouncer/pgbouncer.ini
#   POOLER_RELOAD='systemctl reload pgbouncer'
#   ACCEPT_LOSS=no
set -eu
PGCONNECT_TIMEOUT=3
export PGCONNECT_TIMEOUT

fail() {
  echo "failover: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail 'usage: failover.sh SETTINGS'
for program in psql pg_isready; do
  command -v "$program" >/dev/null || fail "$program is missing: apt-get install postgresql-client"
done
case $1 in */*) settings=$1 ;; *) settings=./$1 ;; esac
ACCEPT_LOSS=no
# shellcheck source=/dev/null
. "$settings"

# ask CONNECTION SQL...: each statement by itself; prints what they answer.
ask() {
  connection=$1
  shift
  for statement; do
    psql -XAtq -v ON_ERROR_STOP=1 -d "$connection $ADMIN" -c "$statement" </dev/null || return 1
  done
}

# The host and the port of a connection.
place() { echo "$1" | sed -n 's/^ *\(host=[^ ]*  *port=[0-9]*\).*$/\1/p'; }

old=$(place "$OLD_PRIMARY")
[ -n "$old" ] || fail "OLD_PRIMARY must begin with host=... port=..., and is '$OLD_PRIMARY'"

# 1. Two primaries would each take writes of which the other knows nothing: nothing goes on before the old one is stopped.
sh -c "$FENCE" </dev/null || fail "the old primary could not be stopped: '$FENCE' failed. Make sure that it is off, set FENCE=true, and run this again"
if pg_isready -q -t 3 -d "$old"; then fail "the old primary still answers at $old, after '$FENCE'"; fi
echo "stopped: $old"

# 2. An acknowledged write is on one of the replicas at least, and on the one that has received most.
chosen=
most=-1
present=
while IFS= read -r replica; do
  replica=$(place "$replica")
  [ -n "$replica" ] || continue
  if received=$(ask "$replica" "SELECT CASE WHEN pg_is_in_recovery() THEN
      (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text ELSE 'primary' END"); then
    [ "$received" != primary ] || fail "$replica is no replica. If it was promoted by an earlier run, go on by hand with the others and PgBouncer"
    echo "has received $received bytes: $replica"
    present="$present$replica
"
    if [ "$received" -gt "$most" ]; then
      most=$received
      chosen=$replica
    fi
  elif [ "$ACCEPT_LOSS" = yes ]; then
    echo "left out, as it does not answer: $replica"
  else
    fail "$replica does not answer, and may be the only one that has the last writes. Start it, or set ACCEPT_LOSS=yes"
  fi
done <<LIST
$REPLICAS
LIST
[ -n "$chosen" ] || fail 'no replica answers'

# 3. It first applies all that it has received.
[ "$(ask "$chosen" 'SELECT pg_promote(true, 60)')" = t ] || fail "$chosen was not promoted within a minute: its log says why"
echo "promoted: $chosen"

# 4. Each PgBouncer reads its file again, at once, as nothing can be asked of a primary until then. Clients stay connected to it. One that cannot be
# reached must not keep the others from writing.
unmoved=0
while IFS= read -r shell; do
  [ -n "$shell" ] || continue
  # The shell may be on another machine.
  if $shell <<MOVE
set -eu
sed 's|$old|$chosen|' '$POOLER_FILE' >'$POOLER_FILE.new'
grep -q '$chosen' '$POOLER_FILE.new'
cat '$POOLER_FILE.new' >'$POOLER_FILE'
rm '$POOLER_FILE.new'
$POOLER_RELOAD
MOVE
  then
    echo "led to it: PgBouncer, by '$shell'"
  else
    echo "failover: PgBouncer was not led to $chosen by '$shell': change $POOLER_FILE there by hand, and reload" >&2
    unmoved=1
  fi
done <<LIST
$POOLERS
LIST

# 5. The others go on from where they are.
others=0
while IFS= read -r replica; do
  if [ -z "$replica" ] || [ "$replica" = "$chosen" ]; then continue; fi
  ask "$replica" "ALTER SYSTEM SET primary_conninfo = '$chosen $REPLICATION'" 'SELECT pg_reload_conf()' >/dev/null ||
    fail "$replica does not follow $chosen: set its primary_conninfo by hand"
  others=$((others + 1))
  echo "follows it: $replica"
done <<LIST
$present
LIST
if [ "$others" -eq 0 ]; then
  # With nobody to wait for, every write would wait for good.
  ask "$chosen" "ALTER SYSTEM SET synchronous_standby_names = ''" 'SELECT pg_reload_conf()' >/dev/null ||
    fail "$chosen still waits for replicas: set its synchronous_standby_names to '' by hand"
  echo 'it waits for no replica any more: make one, then ALTER SYSTEM RESET synchronous_standby_names'
fi

# 6. A write is acknowledged once a replica has it, where the settings say so.
tries=0
until [ "$(ask "$chosen" "SELECT current_setting('synchronous_standby_names') = ''
    OR EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))")" = t ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || fail "no replica follows $chosen yet, so writes wait: the log of the others says why"
  sleep 1
done
[ "$unmoved" -eq 0 ] || fail "$chosen is the primary, but not every PgBouncer knows it"
echo "done: $chosen is the primary"
