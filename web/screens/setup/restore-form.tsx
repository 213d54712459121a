import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Button, FileInput, Progress } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { FirstRun } from '../../api/first-run.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { WorkingBar } from '../../ui/busy-indicators.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeInput, openAfterSetup } from './organisation-form.tsx'

/** The answer of `GET /setup/restore`. */
interface RestoreProgress {
  state: 'none' | 'restoring' | 'done' | 'failed'
  rows: number
  files: number
  problem: string | null
}

/** A backup that the server has accepted. */
interface Accepted {
  organisation: string
  madeAt: string
}

/** Restores a backup into this installation. */
export function RestoreForm({ firstRun }: { firstRun: FirstRun }) {
  const [file, setFile] = useState<File | null>(null)
  const [percent, setPercent] = useState<number>()
  const [accepted, setAccepted] = useState<Accepted>()
  const [problem, setProblem] = useState<string>()
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ code = '', passphrase = '' }) => {
    setProblem(undefined)
    try {
      const answer = await api.upload<{ data: Accepted }>({
        path: 'setup/restore',
        files: file ? [file] : [],
        fields: { code: code.trim(), passphrase },
        onProgress: setPercent,
        failure: 'Backup upload failed',
      })
      setAccepted(answer.data)
    } finally {
      setPercent(undefined)
    }
  })
  if (accepted)
    return (
      <Restoring
        accepted={accepted}
        onFailed={(reason) => {
          setProblem(reason)
          setAccepted(undefined)
        }}
      />
    )
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <p>
        Fica tudo como estava quando a cópia foi feita. Cada pessoa volta a entrar com o seu email e
        palavra-passe. Uma cópia muito grande repõe-se mais depressa no servidor, com npm run restore.
      </p>
      <FileInput
        label="Cópia de segurança"
        placeholder="Escolher o ficheiro (.zip ou .age)"
        leftSection={<IconFileZip size="1.125rem" stroke={1.5} aria-hidden />}
        value={file}
        onChange={setFile}
        accept=".zip,.age"
        error={errorOf('file')}
        clearable
        clearButtonProps={{ 'aria-label': 'Retirar o ficheiro' }}
        required
      />
      <PasswordField
        name="passphrase"
        label="Palavra-passe da cópia"
        description="Só se a cópia estiver cifrada."
        autoComplete="off"
        error={errorOf('passphrase')}
      />
      {firstRun.codeRequired && <CodeInput error={errorOf('code')} />}
      <FormMessage>{problem ?? message}</FormMessage>
      {percent !== undefined && <Progress value={percent} aria-label="Envio da cópia" />}
      <Button type="submit" size="md" loading={busy} fullWidth>
        Repor
      </Button>
    </form>
  )
}

interface RestoringProps {
  accepted: Accepted
  onFailed: (reason: string) => void
}

/** Polling interval in milliseconds: nobody is signed in, so there is no WebSocket. */
const POLL_MS = 1000

function Restoring({ accepted: { organisation, madeAt }, onFailed }: RestoringProps) {
  const { data } = useQuery({
    queryKey: ['restore'],
    queryFn: async () => {
      const { data: progress } = requireAnswer(await api.get<{ data: RestoreProgress }>('setup/restore'))
      if (progress.state === 'failed') onFailed(progress.problem ?? 'Não se conseguiu repor.')
      if (progress.state === 'done') openAfterSetup()
      return progress
    },
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
  const rows = data
    ? `${formatNumber(data.rows)} linhas e ${counted(data.files, 'ficheiro', 'ficheiros')}`
    : ''
  return (
    <div className={stack.stack}>
      <p>
        <strong>{organisation}</strong>, como estava em {formatDateTime(madeAt, organisationTimeZone())}.
      </p>
      <WorkingBar label="A repor a cópia">{rows || 'A começar…'}</WorkingBar>
    </div>
  )
}
