// Reporter for `node --test` that writes the numbers of passed and failed tests as JSON.
export default async function* countTests(source) {
  for await (const { type, data } of source) {
    // The summary without a file covers all files.
    if (type === 'test:summary' && data.file === undefined) {
      const { passed, tests, skipped, todo } = data.counts
      yield JSON.stringify({ passed, failed: tests - passed - skipped - todo })
    }
  }
}
