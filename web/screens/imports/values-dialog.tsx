import { counted } from '@agremia/resources/rules/plural.ts'
import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import type { ImportRecord, Replacement } from './import-record.ts'
import { useSaveOptions } from './use-save-options.ts'
import classes from './imports.module.css'

/** Choices for a value other than one of the list; list values have the prefix `to:`. */
const others = {
  creates: 'Criar na lista',
  empty: 'Deixar a célula vazia',
  leaveOut: 'Não importar as linhas',
}

/** Options in the dialog itself: those of the page lie below it. */
const inside = { withinPortal: false, floatingStrategy: 'fixed' } as const

/** Asks once for the replacement of each value that is in no list, for all its rows. */
export default function ValuesDialog({ record, onClose }: { record: ImportRecord; onClose: () => void }) {
  const { save, problem, isBusy } = useSaveOptions(record)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  // The values of the moment of opening: checking rows again changes those of the record.
  const [asked] = useState(record.unknownValues)
  const answers = asked.flatMap(({ name, values }) =>
    values.flatMap(({ text }): Replacement[] => {
      const answer = chosen[`${name} ${text}`]
      if (answer === undefined) return []
      if (answer === 'creates') return [{ name, text, to: text, creates: true }]
      if (answer === 'empty') return [{ name, text, to: '' }]
      return [{ name, text, to: answer === 'leaveOut' ? null : answer.slice('to:'.length) }]
    }),
  )

  async function apply() {
    const list = [...(record.replacements?.list ?? []), ...answers]
    if (await save({ replacements: { list } })) onClose()
  }

  return (
    <Dialog
      title="Valores que não estão nas listas"
      width="40rem"
      {...(!isBusy && { onClose })}
      footer={
        <DialogButtons
          label="Verificar outra vez"
          onCancel={onClose}
          onConfirm={() => void apply()}
          loading={isBusy}
          disabled={answers.length === 0}
          stays
        />
      }
    >
      <div className={classes.options}>
        <FormMessage>{problem}</FormMessage>
        {asked.map(({ name, label, mayCreate, choices, values }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{label}</legend>
            <div className={classes.fields}>
              {values.map(({ text, count }) => (
                <Choice
                  key={text}
                  comboboxProps={inside}
                  label={`«${text}»`}
                  description={counted(count, 'linha', 'linhas')}
                  placeholder="Escolher o que é"
                  clearable
                  data={[
                    ...choices.map((choice) => ({ value: `to:${choice}`, label: choice })),
                    ...Object.entries(others)
                      .filter(([value]) => mayCreate || value !== 'creates')
                      .map(([value, other]) => ({ value, label: other })),
                  ]}
                  value={chosen[`${name} ${text}`] ?? null}
                  onChange={(value) => {
                    const { [`${name} ${text}`]: _before, ...rest } = chosen
                    setChosen(value === null ? rest : { ...rest, [`${name} ${text}`]: value })
                  }}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
