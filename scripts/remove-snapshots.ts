// Deletes the snapshots of tables that nothing reads any more. Runs after a migration was generated: with the snapshot before it gone, git
// shows the new one as that file with a few changed lines.
//   node scripts/remove-snapshots.ts
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findUnreadSnapshots } from './lint-migrations.ts'

for (const file of findUnreadSnapshots(join('db', 'migrations'), join('db', 'releases'))) rmSync(file)
