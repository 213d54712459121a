import { Checkbox, SegmentedControl, Stack } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { wordsOf } from '../../fields/texts.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { Card } from '../../ui/with-side.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { ImageButton, ImageQuality, sharpDpi } from './card-images.tsx'
import { ColourSetting, MeasureInput } from './setting-inputs.tsx'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

interface TemplatePanelProps {
  form: FormControls<'cardTemplates'>
  controls: DrawingControls
}

/** Name, orientation, safe margin and categories of the template. */
export function TemplatePanel({ form, controls }: TemplatePanelProps) {
  const { name, active } = form.fields
  const { orientation, safeTenths } = controls.drawing
  return (
    <Card title="Modelo">
      <div className={classes.fields}>
        {name && <FormField form={form} field={name} readOnly={false} />}
        <SegmentedControl
          aria-label="Orientação"
          fullWidth
          data={[
            { value: 'landscape', label: 'Deitado' },
            { value: 'portrait', label: 'Ao alto' },
          ]}
          value={orientation}
          onChange={(next) => controls.turn(next === 'portrait' ? 'portrait' : 'landscape')}
        />
        <MeasureInput
          name="safe"
          label="Margem segura"
          unit="mm"
          value={safeTenths / 10}
          min={0}
          max={10}
          onChange={(safe) => controls.setSafe(Math.round(safe * 10))}
        />
        <Categories form={form} />
        {active && <FormField form={form} field={active} readOnly={false} />}
      </div>
    </Card>
  )
}

/** Members of these categories get this template; without categories it is the default. */
function Categories({ form }: { form: FormControls<'cardTemplates'> }) {
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' })).data?.data ?? []
  const chosen = wordsOf(form.values.categoryIds)
  return (
    <Checkbox.Group
      label="Categorias"
      description="Sem nenhuma, é para quem não tem outro modelo pela categoria."
      value={chosen}
      onChange={(next) => form.set('categoryIds', next)}
    >
      <Stack gap="xs" mt="xs">
        {categories
          .filter(({ _id, active }) => active || chosen.includes(_id))
          .map(({ _id, name }) => (
            <Checkbox key={_id} value={_id} label={name} />
          ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The background of the side: a colour, and an optional picture over it. */
export function SidePanel({ controls }: { controls: DrawingControls }) {
  const { side, size, name } = controls
  return (
    <Card title={name === 'front' ? 'Fundo da frente' : 'Fundo do verso'}>
      <div className={classes.fields}>
        <ColourSetting
          key={name}
          name="background"
          label="Cor do fundo"
          value={side.colour}
          onChange={(colour) => controls.change({ ...side, colour }, { mergeKey: 'background' })}
        />
        {side.imageId !== null && (
          <ImageQuality imageId={side.imageId} place={{ x: 0, y: 0, w: size.width, h: size.height }} />
        )}
        <div className={classes.buttons}>
          <ImageButton
            variant="default"
            size="xs"
            leftSection={<IconPhotoPlus size="1rem" stroke={1.5} />}
            onImage={({ _id }) => controls.change({ ...side, imageId: _id })}
          >
            {side.imageId === null ? 'Pôr imagem de fundo' : 'Trocar a imagem'}
          </ImageButton>
          {side.imageId !== null && (
            <CommandButton
              icon={IconTrash}
              label="Retirar"
              size="xs"
              onClick={() => controls.change({ ...side, imageId: null })}
            />
          )}
        </div>
        <p className={classes.note}>
          PNG ou JPEG. Para um cartão inteiro, pelo menos {dots(size.width)} por {dots(size.height)} pontos.
        </p>
      </div>
    </Card>
  )
}

/** Pixels that a sharp picture needs for a length. */
function dots(millimetres: number): number {
  return Math.ceil((millimetres / 25.4) * sharpDpi)
}
