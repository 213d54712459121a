import { Button } from '@mantine/core'
import { IconAlertCircle, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useHotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './save-bar.module.css'

export interface SaveBarProps {
  /** How many fields differ from what is saved; at 0 there is no bar. */
  changes: number
  /** How many fields have errors. */
  errors?: number
  saving?: boolean
  /** Why the last attempt to save failed, in whole sentences. */
  problem?: string | undefined
  /** They were found from before, and not made now. */
  isResumed?: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Appears when something changed: what is unsaved, and the two ways out. */
export function SaveBar(props: SaveBarProps) {
  const { changes, errors = 0, saving = false, problem, isResumed = false, onSave, onDiscard } = props
  const shown = changes > 0
  useSaveKey({ shown, saving, onSave })
  if (!shown) return null
  return (
    <section className={classes.bar} data-only="screen" aria-label="Alterações por guardar">
      {problem === undefined ? (
        <output className={classes.text}>
          <IconPencil size="1.125rem" stroke={1.5} aria-hidden="true" />
          <span>
            {saidOf(changes, isResumed)}
            {errors > 0 && <Errors count={errors} />}
          </span>
        </output>
      ) : (
        <Failure changes={changes} problem={problem} />
      )}
      <Button variant="default" onClick={onDiscard} disabled={saving}>
        Descartar
      </Button>
      <Button onClick={onSave} loading={saving} rightSection={<KeyCaps keys="mod+s" onPrimary />}>
        {problem === undefined ? 'Guardar' : 'Tentar de novo'}
      </Button>
    </section>
  )
}

/** A failed save: what failed and why, and that the changes are kept. */
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

function saidOf(changes: number, isResumed: boolean): string {
  const said = counted(changes, 'alteração', 'alterações')
  if (!isResumed) return `${said} por guardar`
  return `${said} ${changes === 1 ? 'retomada' : 'retomadas'}, por guardar`
}

/** The key is never the browser's while there is something to save; pressed while that is being done, it is done again after. */
function useSaveKey({ shown, saving, onSave }: { shown: boolean; saving: boolean; onSave: () => void }) {
  const isAsked = useRef(false)
  const save = () => {
    if (saving) isAsked.current = true
    else onSave()
  }
  useHotkey({ keys: 'mod+s', label: 'Guardar' }, save, shown)
  useEffect(() => {
    if (saving) return
    if (isAsked.current && shown) onSave()
    isAsked.current = false
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
