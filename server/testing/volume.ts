const isLong = process.env['TEST_VOLUME'] === 'long'

/** Size of a test that runs in both: small in `npm test`, large in `npm run test:all`, which sets `TEST_VOLUME=long`. */
export function volume<Size>(sizes: { short: Size; long: Size }): Size {
  return isLong ? sizes.long : sizes.short
}
