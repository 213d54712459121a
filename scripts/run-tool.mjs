// Runs a program of `node_modules` and waits for it: `node scripts/run-tool.mjs path argument…`. Some replace their process by a native one, so
// that its processor time would be lost.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' })
process.exit(status ?? 1)
