// Loaded with `--import`: at its end the process writes its processor time in seconds, with that of the processes it waited for, to the file
// `PROCESSOR_TIME_FILE`.
import { writeFileSync } from 'node:fs'
import { processorSeconds } from './processor-time.mjs'

const file = process.env.PROCESSOR_TIME_FILE
// Programs that this process starts do not write to its file.
delete process.env.PROCESSOR_TIME_FILE
if (file) process.on('exit', () => writeFileSync(file, String(processorSeconds())))
