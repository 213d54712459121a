import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Checkbox, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Choice } from '../../ui/choice.tsx'
import uploads from '../../resource/files/uploads.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import { accountsQuery } from '../treasury/index.ts'
import classes from './bank.module.css'

interface Preview {
  format: 'csv' | 'camt053' | 'ofx'
  columns: string[]
  mapping: Record<string, string>
  /** What a column can have, in words. */
  roles: Record<string, string>
  decimalMarks: Record<string, string>
  problem: string | null
  warnings: string[]
  total: number
  known: number
  /** The first rows that are not understood. */
  unread: { line: number; reason: string }[]
  unreadCount: number
  /** The first lines that are not imported. */
  leftOut: { date: string; description: string; amount: Euros; reason: string }[]
  lines: { date: string; description: string; amount: Euros; counterpartName: string | null }[]
}

interface ImportStatementProps {
  accountId: string | undefined
  onClose: () => void
}

/** Chooses the account and the file of a statement, shows what it brings, and imports it. */
export default function ImportStatement({ accountId: first, onClose }: ImportStatementProps) {
  const accounts = (useQuery(accountsQuery).data?.data ?? []).filter(({ active }) => active)
  const [accountId, setAccountId] = useState(first)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<Preview>()
  const [isWithoutUnread, setIsWithoutUnread] = useState(false)
  const {
    busy: isBusy,
    problem,
    attempt,
  } = useAttempt('Não foi possível enviar o ficheiro.', { isForm: true })

  async function send<Answer>(
    path: string,
    chosen: File,
    fields: Record<string, string>,
  ): Promise<Answer | undefined> {
    const upload = { path, files: [chosen], fields, failure: 'Bank statement upload failed' }
    return attempt(() => api.upload<Answer>(upload))
  }
  async function look(chosen: File, account: string | undefined, mapping?: Record<string, string>) {
    if (account === undefined) return
    setIsWithoutUnread(false)
    const fields = { accountId: account, ...(mapping && { mapping: JSON.stringify(mapping) }) }
    const answer = await send<{ data: Preview }>('bank_statements/preview', chosen, fields)
    setPreview(answer?.data)
  }
  async function importFile() {
    if (!file || !preview || accountId === undefined) return
    const fields = {
      accountId,
      ...(preview.format === 'csv' && { mapping: JSON.stringify(preview.mapping) }),
      ...(isWithoutUnread && { withoutUnread: 'true' }),
    }
    const answer = await send<{ data: { newLines: number } }>('bank_statements', file, fields)
    if (!answer) return
    toast(`${counted(answer.data.newLines, 'linha nova', 'linhas novas')}.`)
    onClose()
  }

  const fresh = preview ? preview.total - preview.known : 0
  return (
    <Dialog
      title="Importar extrato"
      width="44rem"
      {...(!isBusy && { onClose })}
      footer={
        <DialogButtons
          label={fresh > 0 ? `Importar ${counted(fresh, 'linha', 'linhas')}` : 'Importar'}
          onCancel={onClose}
          onConfirm={() => void importFile()}
          loading={isBusy}
          disabled={
            !preview ||
            preview.problem !== null ||
            fresh === 0 ||
            (preview.unreadCount > 0 && !isWithoutUnread)
          }
          stays
        />
      }
    >
      <div className={uploads.dialog}>
        <Choice
          label="Conta"
          data={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={accountId ?? null}
          onChange={(id) => {
            setAccountId(id ?? undefined)
            if (file && id !== null) void look(file, id)
          }}
        />
        <FileButton
          accept=".csv,.txt,.xml,.ofx,.qfx,text/csv,application/xml,text/xml,application/x-ofx"
          onChange={(chosen) => {
            if (!chosen) return
            setFile(chosen)
            void look(chosen, accountId)
          }}
        >
          {(button) => (
            <CommandButton
              icon={IconFileUpload}
              label={file ? 'Escolher outro ficheiro' : 'Escolher o ficheiro do banco (CSV, OFX ou camt.053)'}
              {...button}
              disabled={accountId === undefined}
              style={{ alignSelf: 'flex-start' }}
            />
          )}
        </FileButton>
        <FormMessage>{problem}</FormMessage>
        {preview && file && (
          <PreviewPart
            preview={preview}
            isWithoutUnread={isWithoutUnread}
            onWithoutUnread={setIsWithoutUnread}
            onMapping={(mapping) => {
              setPreview({ ...preview, mapping })
              void look(file, accountId, mapping)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

interface PreviewPartProps {
  preview: Preview
  isWithoutUnread: boolean
  onWithoutUnread: (is: boolean) => void
  onMapping: (mapping: Record<string, string>) => void
}

function PreviewPart({ preview, isWithoutUnread, onWithoutUnread, onMapping }: PreviewPartProps) {
  const { columns, mapping, roles, decimalMarks, problem, warnings, total, known, lines } = preview
  const { unread, unreadCount, leftOut } = preview
  const choose = (role: string, value: string | null) => {
    const { [role]: _before, ...rest } = mapping
    onMapping(value === null ? rest : { ...rest, [role]: value })
  }
  return (
    <>
      {columns.length > 0 && (
        <section className={classes.mapping} aria-label="Colunas do ficheiro">
          {Object.entries(roles).map(([role, label]) => (
            <Choice
              key={role}
              label={label}
              data={columns}
              value={mapping[role] ?? null}
              clearable
              placeholder="Nenhuma"
              onChange={(name) => choose(role, name)}
            />
          ))}
          <Choice
            label="Separador decimal"
            data={Object.entries(decimalMarks).map(([value, label]) => ({ value, label }))}
            value={mapping.decimalMark ?? null}
            clearable
            placeholder="Qualquer"
            onChange={(mark) => choose('decimalMark', mark)}
          />
        </section>
      )}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {unreadCount > 0 && (
        <section aria-label="Linhas que não se percebem">
          <p className={classes.problem}>
            {counted(unreadCount, 'linha do ficheiro não se percebe', 'linhas do ficheiro não se percebem')}:
            corrija o ficheiro ou as colunas.
          </p>
          <ul className={classes.leftOut}>
            {unread.map(({ line, reason }) => (
              <li key={line}>
                Linha {line}: {reason}
              </li>
            ))}
          </ul>
          {problem === null && (
            <Checkbox
              mt="sm"
              label="Importar sem estas linhas"
              checked={isWithoutUnread}
              onChange={(event) => onWithoutUnread(event.currentTarget.checked)}
            />
          )}
        </section>
      )}
      {problem === null && (
        <output>
          {counted(total, 'linha', 'linhas')}
          {known > 0 && `, das quais ${counted(known, 'já cá está', 'já cá estão')}`}.
        </output>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>Linhas que não entram</summary>
          <ul className={classes.leftOut}>
            {leftOut.map(({ date, description, amount, reason }, index) => (
              // The lines have no id before they are imported.
              <li key={`${date} ${index}`}>
                {formatDate(date)} · {description} · {formatAmount(toCents(amount))}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {lines.length > 0 && (
        <NumberTable
          label="As primeiras linhas"
          rows={lines}
          // The lines have no id before they are imported.
          keyOf={({ date }, index) => `${date} ${index}`}
          hasFigures
          isPlain
          columns={[
            { head: 'Data', cell: ({ date }) => formatDate(date) },
            { head: 'Descrição', cell: ({ counterpartName, description }) => counterpartName ?? description },
            { head: 'Valor', cell: ({ amount }) => formatAmount(toCents(amount)) },
          ]}
        />
      )}
    </>
  )
}
