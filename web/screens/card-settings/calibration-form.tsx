import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconRulerMeasure } from '@tabler/icons-react'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { faceOf } from '../../fields/index.ts'
import { openDocument } from '../../resource/open-document.ts'
import classes from './card-settings.module.css'

interface CalibrationFormProps {
  /** There are unsaved changes: the page would not contain them. */
  isUnsaved: boolean
  layout: string
}

const field: FieldDescriptor = {
  name: 'layout',
  type: 'string',
  inputType: 'select',
  validation: ['required'],
  label: 'Papel a calibrar',
  group: '',
  options: Object.entries(cardLayouts).map(([value, label]) => ({ value, label })),
}

/** Opens the calibration page, with crosses and rulers that show a printer's offset. */
export function CalibrationForm({ isUnsaved, layout }: CalibrationFormProps) {
  const [chosen, setChosen] = useState<string>()
  const selectedLayout = chosen ?? layout
  const { Input } = faceOf(field)
  return (
    <>
      <p className={classes.purpose}>
        Imprima a página de calibração em tamanho real, meça da borda do papel até à primeira cruz e escreva
        acima a diferença. Imprima-a outra vez para confirmar.
      </p>
      <div className={classes.calibration}>
        <Input
          id="calibration-layout"
          field={field}
          value={selectedLayout}
          record={{}}
          onChange={(value) => setChosen(typeof value === 'string' ? value : undefined)}
        />
        <Button
          variant="default"
          leftSection={<IconRulerMeasure size="1.125rem" stroke={1.5} />}
          disabled={isUnsaved}
          onClick={() => void openDocument(`card_calibration?layout=${encodeURIComponent(selectedLayout)}`)}
        >
          Página de calibração
        </Button>
      </div>
      {isUnsaved && (
        <p className={classes.purpose}>Guarde primeiro: a página é feita com o acerto guardado.</p>
      )}
    </>
  )
}
