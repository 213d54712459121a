import { Button } from '@mantine/core'
import { IconAlertCircle, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { saveKeys, useHotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import { focusHeadingIfFree } from './page-heading.tsx'
import classes from './save-bar.module.css'

export interface SaveBarProps {
  /** Number of changed fields; at 0 the bar is hidden, unless the record is new. */
  changes: number
  isNew?: boolean
  /** Number of fields with errors. */
  errors?: number
  saving?: boolean
  /** Why the last attempt to save failed, in whole sentences. */
  problem?: string | undefined
  /** The changes were restored from a draft. */
  isResumed?: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Bar with the number of unsaved changes and buttons to save or discard them. */
export function SaveBar(props: SaveBarProps) {
  const {
    changes,
    errors = 0,
    saving = false,
    problem,
    isResumed = false,
    isNew = false,
    onSave,
    onDiscard,
  } = props
  const shown = changes > 0 || isNew
  useSaveKey({ shown, saving, onSave })
  const wasShown = useRef(shown)
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasShown.current && !shown) focusHeadingIfFree()
    wasShown.current = shown
  }, [shown])
  if (!shown) return null
  return (
    <section className={classes.bar} data-only="screen" aria-label="Alterações por guardar">
      {problem === undefined ? (
        <output className={classes.text}>
          <IconPencil size="1.125rem" stroke={1.5} aria-hidden="true" />
          <span>
            {changes === 0 ? 'Ainda por preencher' : changesText(changes, isResumed)}
            {errors > 0 && <Errors count={errors} />}
          </span>
        </output>
      ) : (
        <Failure changes={changes} problem={problem} />
      )}
      <Button variant="default" onClick={onDiscard} disabled={saving || changes === 0}>
        Descartar
      </Button>
      <Button onClick={onSave} loading={saving} rightSection={<KeyCaps keys={saveKeys.keys} onPrimary />}>
        {problem === undefined ? 'Guardar' : 'Tentar de novo'}
      </Button>
    </section>
  )
}

/** A failed save: the reason, and that the changes are kept. */
function Failure({ changes, problem }: { changes: number; problem: string }) {
  return (
    <div className={classes.text} role="alert">
      <IconAlertCircle className={classes.errors} size="1.125rem" stroke={1.5} aria-hidden="true" />
      <span>
        <strong className={classes.errors}>
          Não foi possível guardar {counted(changes, 'alteração', 'alterações')}.
        </strong>{' '}
        {problem} Nada se perdeu: o que escreveu continua aqui.
      </span>
    </div>
  )
}

function changesText(changes: number, isResumed: boolean): string {
  const count = counted(changes, 'alteração', 'alterações')
  if (!isResumed) return `${count} por guardar`
  return `${count} ${changes === 1 ? 'retomada' : 'retomadas'}, por guardar`
}

/**
 * Ctrl+Enter and Ctrl+S save; the latter never opens the browser's dialog while there are changes. Pressed during a save, it saves
 * once more afterwards.
 */
function useSaveKey({ shown, saving, onSave }: { shown: boolean; saving: boolean; onSave: () => void }) {
  const isSaveRequested = useRef(false)
  const save = () => {
    if (saving) isSaveRequested.current = true
    else onSave()
  }
  useHotkey({ ...saveKeys, label: 'Guardar' }, save, shown)
  useEffect(() => {
    if (saving) return
    if (isSaveRequested.current && shown) onSave()
    isSaveRequested.current = false
  }, [saving, shown, onSave])
}

function Errors({ count }: { count: number }) {
  return (
    <>
      {' · '}
      <strong className={classes.errors}>
        {count === 1 ? '1 campo com erro' : `${count} campos com erro`}
      </strong>
    </>
  )
}
