import { useState } from 'react'
import type { CopyFieldProps } from '../../ui/copy-field.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { IssueDialog } from './issue-dialog.tsx'

export interface IssueActionProps {
  /** Path of the record. */
  path: string
  /** Texts to copy besides the secret, once it is made. */
  more?: (secret: string) => CopyFieldProps
}

/** Makes a secret of a record. */
export function IssueAction(props: IssueActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageAction label="Fazer o segredo" icon={null} onClick={() => setOpen(true)} />
      {isOpen && <IssueDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
