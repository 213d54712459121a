// Reporter for `run-test-files.mjs` that writes the numbers of passed and failed tests as JSON. A file counts only when it fails by itself.
export default async function* countTests(source) {
  let passed = 0
  let failed = 0
  for await (const { type, data } of source) {
    if (data.details?.type === 'suite' || data.skip !== undefined || data.todo !== undefined) continue
    const isFile = data.nesting === 0
    if (type === 'test:pass' && !isFile) passed++
    if (type === 'test:fail' && !(isFile && data.details.error.failureType === 'subtestsFailed')) failed++
  }
  yield JSON.stringify({ passed, failed })
}
