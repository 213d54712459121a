import { recordPath } from '@agremia/resources/paths.ts'
import { useRef, useState } from 'react'
import { NewRecordPage, type NewRecordPageProps } from '../../resource/new-record-page.tsx'
import { toastError } from '../../resource/toast-error.ts'
import type { CopyFieldProps } from '../../ui/copy-field.tsx'
import { issueKey, IssuedKey } from './issued-key.tsx'

interface NewKeyPageProps<Name extends 'apiSecrets' | 'webhooks'> extends NewRecordPageProps<Name> {
  /** Texts to copy besides the key. */
  more?: (key: string) => CopyFieldProps
}

/** The form of a new record with a key: saving it makes the key and shows it, once. If that fails, its page can make one. */
export function NewKeyPage<Name extends 'apiSecrets' | 'webhooks'>({ more, ...page }: NewKeyPageProps<Name>) {
  const [made, setMade] = useState<{ key: string; close: () => void }>()
  // A second press of the save key must not replace the key.
  const isMaking = useRef(false)
  async function make(id: string, openRecord: () => void) {
    if (isMaking.current) return
    isMaking.current = true
    try {
      const key = await issueKey(recordPath(page.resource, id), 0)
      if (key === undefined) openRecord()
      else setMade({ key, close: openRecord })
    } catch (error) {
      toastError(error)
      openRecord()
    }
  }
  return (
    <>
      <NewRecordPage {...page} onSaved={(id, openRecord) => void make(id, openRecord)} />
      {made && <IssuedKey text={made.key} more={more} onClose={made.close} />}
    </>
  )
}
