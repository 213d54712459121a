import { useState } from 'react'
import { PageAction } from '../../ui/page-action.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import type { IssueActionProps } from './issue-dialog.tsx'

/** Makes a new key of a record. */
export function IssueAction(props: IssueActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageAction label="Gerar chave" icon={null} onClick={() => setOpen(true)} />
      {isOpen && <IssueDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
