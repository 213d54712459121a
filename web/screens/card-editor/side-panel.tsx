import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { sharpDpi } from './card-images.ts'
import { ColourSetting } from './colour-setting.tsx'
import { ImageButton } from './image-button.tsx'
import { ImageQuality } from './image-quality.tsx'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

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
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size="1rem" stroke={1.5} />}
              onClick={() => controls.change({ ...side, imageId: null })}
            >
              Retirar
            </Button>
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
