import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { defaultChoices, type Choices, type Conflict, type Side } from './changes.ts'
import type { FormControls } from './use-record-form.ts'
import classes from './conflict-panel.module.css'

interface ConflictPanelProps {
  form: FormControls
  conflict: Conflict
  onSettle: (choices: Choices) => void
}

/** Dialog for an edit conflict: choose a version of each field that both changed. */
export function ConflictPanel({ form, conflict, onSettle }: ConflictPanelProps) {
  const [choices, setChoices] = useState(() => defaultChoices(conflict))
  return (
    <Dialog
      title="Outra pessoa alterou esta ficha"
      onClose={form.closeConflict}
      width="44rem"
      footer={
        <DialogButtons
          label="Guardar"
          onCancel={form.closeConflict}
          cancelLabel="Continuar a editar"
          onConfirm={() => onSettle(choices)}
          loading={form.saving}
        />
      }
    >
      <div className={classes.panel}>
        <p>Enquanto editava, estes campos mudaram. Escolha, em cada um, a versão que fica. Nada se perdeu.</p>
        {conflict.fields.map((name) => {
          const field = form.fields[name]
          return (
            field && (
              <ContestedField
                key={name}
                field={field}
                conflict={conflict}
                chosen={choices[name] ?? 'theirs'}
                onChoose={(side) => setChoices((current) => ({ ...current, [name]: side }))}
              />
            )
          )
        })}
      </div>
    </Dialog>
  )
}

interface ContestedFieldProps {
  field: FieldDescriptor
  conflict: Conflict
  chosen: Side
  onChoose: (side: Side) => void
}

function ContestedField({ field, conflict, chosen, onChoose }: ContestedFieldProps) {
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{field.label}</legend>
      <Version
        field={field}
        record={conflict.mine}
        word="Manter o meu"
        side="mine"
        chosen={chosen}
        onChoose={onChoose}
      />
      <Version
        field={field}
        record={conflict.theirs}
        word="Aceitar o outro"
        side="theirs"
        chosen={chosen}
        onChoose={onChoose}
      />
    </fieldset>
  )
}

interface VersionProps {
  field: FieldDescriptor
  record: Values
  word: string
  side: Side
  chosen: Side
  onChoose: (side: Side) => void
}

function Version({ field, record, word, side, chosen, onChoose }: VersionProps) {
  return (
    <label className={classes.version} data-chosen={chosen === side}>
      <input
        type="radio"
        name={`conflict-${field.name}`}
        checked={chosen === side}
        onChange={() => onChoose(side)}
      />
      <span className="note">{word}</span>
      <span className={classes.value}>{valueText(field, record)}</span>
    </label>
  )
}

/** Objects, such as card designs, have no short text. */
function valueText(field: FieldDescriptor, record: Values): string {
  if (field.type === 'object' && record[field.name]) return 'Como está nesta versão'
  return faceOf(field).toText(record[field.name], field, record) || 'Sem valor'
}
