import { Button } from '@mantine/core'
import { api, isTimedOut } from '../../api/client.ts'
import { CopyField, type CopyFieldProps } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './developers.module.css'

interface IssuedKeyProps {
  text: string
  /** Texts to copy besides the key. */
  more?: ((key: string) => CopyFieldProps) | undefined
  onClose: () => void
}

/** Shows a key that was just made. */
export function IssuedKey({ text, more, onClose }: IssuedKeyProps) {
  return (
    <Dialog title="Chave gerada" onClose={onClose} width="34rem">
      <div className={classes.steps}>
        <p>
          <strong>Copie-a agora</strong>: não volta a ser mostrada. Guarde-a como uma palavra-passe, fora do
          código do programa.
        </p>
        <CopyField label="Chave" text={text} />
        {more && <CopyField {...more(text)} />}
        <Button onClick={onClose}>Já a guardei</Button>
      </div>
    </Dialog>
  )
}

/** Makes a key of the record at `path`; the earlier ones stay valid for `overlapHours`. Undefined when the server did not answer in time. */
export async function issueKey(path: string, overlapHours: number): Promise<string | undefined> {
  const answer = await api.post<{ data: { secret: string } }>(`${path}/issue`, { overlapHours })
  return isTimedOut(answer) ? undefined : answer.data.secret
}
