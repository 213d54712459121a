import type { CopyFieldProps } from '../../ui/copy-field.tsx'

/** A call that shows the scopes of a key at work, for a command line. */
export const exampleCall = (key: string): CopyFieldProps => ({
  label: 'Experimentar',
  text: `curl -H "Authorization: Bearer ${key}" "${location.origin}/api/members?_limit=1"`,
})
