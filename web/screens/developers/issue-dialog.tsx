import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { CopyField, type CopyFieldProps } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import classes from './developers.module.css'

export interface IssueActionProps {
  /** Path of the record. */
  path: string
  /** Texts to copy besides the secret, once it is made. */
  more?: (secret: string) => CopyFieldProps
}

const overlaps = [
  { value: '0', label: 'deixa já de servir' },
  { value: '1', label: 'serve mais uma hora' },
  { value: '24', label: 'serve mais um dia' },
  { value: '168', label: 'serve mais uma semana' },
]

/** Makes a value of a secret and shows it, once. */
export function IssueDialog({ path, more, onClose }: IssueActionProps & { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const { form, busy, message, onSubmit } = useSubmit(async ({ overlapHours }) => {
    const body = { overlapHours: Number(overlapHours) }
    const answer = await api.post<{ data: { secret: string } }>(`${path}/issue`, body)
    if (!isTimedOut(answer)) setSecret(answer.data.secret)
  })
  return (
    <Dialog title="Fazer o segredo" onClose={onClose} width="34rem">
      {secret === undefined ? (
        <form ref={form} className={classes.steps} onSubmit={onSubmit} noValidate>
          <p>
            O segredo mostra-se uma só vez. Se já havia outro, dê ao programa o tempo de que precisa para
            mudar para o novo.
          </p>
          <NativeSelect name="overlapHours" label="O segredo anterior" data={overlaps} />
          <FormMessage>{message}</FormMessage>
          <Button type="submit" loading={busy}>
            Fazer
          </Button>
        </form>
      ) : (
        <div className={classes.steps}>
          <p>
            <strong>Copie-o agora</strong>: não volta a ser mostrado. Guarde-o como uma palavra-passe, fora do
            código do programa.
          </p>
          <CopyField label="Segredo" text={secret} />
          {more && <CopyField {...more(secret)} />}
          <Button onClick={onClose}>Já o guardei</Button>
        </div>
      )}
    </Dialog>
  )
}
