import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import type { CopyFieldProps } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import classes from './developers.module.css'
import { issueKey, IssuedKey } from './issued-key.tsx'

export interface IssueActionProps {
  /** Path of the record. */
  path: string
  /** Texts to copy besides the key. */
  more?: (key: string) => CopyFieldProps
}

const overlaps = [
  { value: '0', label: 'deixa já de servir' },
  { value: '1', label: 'serve mais uma hora' },
  { value: '24', label: 'serve mais um dia' },
  { value: '168', label: 'serve mais uma semana' },
]

/** Makes a new key of a record and shows it, once. */
export function IssueDialog({ path, more, onClose }: IssueActionProps & { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  const { form, busy, message, onSubmit } = useSubmit(async ({ overlapHours }) => {
    setKey(await issueKey(path, Number(overlapHours)))
  })
  if (key !== undefined) return <IssuedKey text={key} more={more} onClose={onClose} />
  return (
    <Dialog title="Gerar chave" onClose={onClose} width="34rem">
      <form ref={form} className={classes.steps} onSubmit={onSubmit} noValidate>
        <p>
          A chave é mostrada uma só vez. Se já havia outra, dê ao programa o tempo de que precisa para mudar
          para a nova.
        </p>
        <NativeSelect name="overlapHours" label="A chave anterior" data={overlaps} />
        <FormMessage>{message}</FormMessage>
        <Button type="submit" loading={busy}>
          Gerar chave
        </Button>
      </form>
    </Dialog>
  )
}
