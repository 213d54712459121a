// A reporter for `node --test` that writes only how many tests passed and failed, as JSON.
export default async function* countTests(source) {
  for await (const { type, data } of source) {
    // The last of them counts every file; the others have one each.
    if (type === 'test:summary' && data.file === undefined) {
      const { passed, tests, skipped, todo } = data.counts
      yield JSON.stringify({ passed, failed: tests - passed - skipped - todo })
    }
  }
}
