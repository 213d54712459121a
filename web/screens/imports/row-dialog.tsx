import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { useRecordPath } from '../../paths/records.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toasts.tsx'
import { toastError } from '../../resource/toast-error.ts'
import type { ImportRecord, ImportRow } from './import-record.ts'
import { DecisionButtons } from './open-doubts.tsx'
import classes from './imports.module.css'

interface RowDialogProps {
  row: ImportRow
  record: ImportRecord
  mayCorrect: boolean
  onClose: () => void
}

/** A row of the file: its cells with what is wrong in each, the changes that it makes, and whether it is imported. */
export default function RowDialog({ row: given, record, mayCorrect, onClose }: RowDialogProps) {
  const pathOf = useRecordPath(record.kind === 'photos' ? 'members' : record.kind)
  const [row, setRow] = useState(given)
  const [corrections, setCorrections] = useState(given.corrections ?? {})
  const [isBusy, setBusy] = useState(false)
  const targets = new Map(record.targets.map((target) => [target.name, target]))
  const mapped = Object.entries(record.mapping ?? {}).toSorted(
    ([one], [other]) => Number(one) - Number(other),
  )
  const names = new Set(mapped.map(([, name]) => name))
  const others = Object.entries({ ...row.notes, ...row.problems })
    .filter(([name]) => !names.has(name))
    .map(([name, text]) => `${targets.has(name) ? `${targets.get(name)?.label}: ` : ''}${text}`)

  async function save(body: object) {
    setBusy(true)
    try {
      const saved = await api.modify('importRows', row._id, body)
      if (isTimedOut(saved)) return
      setRow(saved)
      if (saved.verdict === 'refused' || saved.verdict === 'doubtful') return
      toast(saved.verdict === 'excluded' ? 'A linha não vai ser importada.' : 'A linha está certa.')
      onClose()
    } catch (error) {
      if (isApiError(error) && error.status === 409) onClose()
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={`Linha ${row.place}: ${row.label}`}
      width="40rem"
      {...(!isBusy && { onClose })}
      footer={
        <>
          {mayCorrect && (
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => void save({ isExcluded: !row.isExcluded })}
            >
              {row.isExcluded ? 'Voltar a importar' : 'Não importar'}
            </Button>
          )}
          {mayCorrect ? (
            <Button loading={isBusy} onClick={() => void save({ corrections })}>
              Guardar
            </Button>
          ) : (
            <Button onClick={onClose}>Fechar</Button>
          )}
        </>
      }
    >
      <div className={classes.options}>
        <FormMessage>{others.join(' ') || undefined}</FormMessage>
        {(row.changes?.list.length ?? 0) > 0 && (
          <ul className={classes.reasons} aria-label="Alterações">
            {row.changes?.list.map(({ name, label, from, to }) => (
              <li key={name}>
                {label}: {from === null ? (to ?? 'vazio') : `${from} → ${to ?? 'vazio'}`}
              </li>
            ))}
          </ul>
        )}
        {(row.doubts?.list ?? []).map(({ kind, name, text, suggested, other, decision }) => (
          <section key={`${kind} ${name}`} className={classes.doubt} aria-label={text}>
            {text}
            {mayCorrect && (
              <DecisionButtons
                suggested={suggested}
                other={other}
                chosen={decision}
                about={targets.get(name)?.label ?? 'Linha'}
                isBusy={isBusy}
                onDecide={(chosen) =>
                  void save({ corrections, decisions: { ...row.decisions, [kind]: chosen } })
                }
              />
            )}
          </section>
        ))}
        {row.recordId !== null && pathOf && row.outcome !== 'undone' && (
          <Anchor component={AppLink} to={pathOf(row.recordId)}>
            Abrir a ficha
          </Anchor>
        )}
        <div className={classes.fields}>
          {mapped.map(([column, name]) => (
            <TextInput
              key={column}
              label={targets.get(name)?.label ?? name}
              description={row.notes?.[name]}
              error={row.problems?.[name]}
              readOnly={!mayCorrect}
              value={corrections[column] ?? row.cells[Number(column)] ?? ''}
              onChange={({ currentTarget }) =>
                setCorrections({ ...corrections, [column]: currentTarget.value })
              }
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
