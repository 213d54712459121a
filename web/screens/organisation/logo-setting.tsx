import { useState } from 'react'
import { Button, FileButton, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './logo-setting.module.css'

/** Uploads or removes the organisation's logo, without a save button. */
export function LogoSetting() {
  const { logo } = useTerminology()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function change(work: () => Promise<unknown>, message: string) {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: keys.settings })
      await client.invalidateQueries({ queryKey: keys.terminology })
      toast(message)
    } catch (error) {
      const problem = isApiError(error) ? (error.errors?.file?.join(' ') ?? error.message) : undefined
      toast(problem ?? 'Não foi possível guardar o logótipo.', { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  const upload = (file: File | null) =>
    file &&
    void change(
      () => api.upload({ path: 'organisation_logo', files: [file], failure: 'Logo upload failed' }),
      'Logótipo guardado.',
    )
  const remove = () =>
    void change(() => send({ method: 'DELETE', path: 'organisation_logo' }), 'Logótipo retirado.')

  return (
    <div className={classes.room}>
      <Card title="Logótipo">
        <div className={classes.logo}>
          {logo ? <OrganisationLogo size="4rem" /> : <p className={classes.none}>Sem logótipo</p>}
          <div>
            <Group gap="0.625rem">
              <FileButton accept="image/png,image/jpeg" onChange={upload}>
                {(button) => (
                  <Button {...button} variant="default" loading={busy}>
                    {logo ? 'Mudar o logótipo' : 'Juntar um logótipo'}
                  </Button>
                )}
              </FileButton>
              {logo && (
                <Button variant="subtle" color="red" disabled={busy} onClick={remove}>
                  Retirar
                </Button>
              )}
            </Group>
            <p className={classes.help}>
              PNG ou JPEG, de preferência em fundo branco ou transparente. Aparece em recibos, avisos, cartas,
              mensagens, cartões que tenham o elemento «Logótipo» e páginas públicas.
            </p>
          </div>
        </div>
      </Card>
    </div>
  )
}
