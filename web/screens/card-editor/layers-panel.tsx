import { UnstyledButton } from '@mantine/core'
import {
  IconBarcode,
  IconBuilding,
  IconLetterT,
  IconPhoto,
  IconQrcode,
  IconSquare,
  IconUserSquare,
  type Icon,
} from '@tabler/icons-react'
import { findPrintProblem } from '@agremia/resources/card-template.ts'
import { Card } from '../../ui/card.tsx'
import { elementName } from './element-words.ts'
import type { ElementKind } from './new-element.ts'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

export const kindIcons: Record<ElementKind, Icon> = {
  text: IconLetterT,
  box: IconSquare,
  image: IconPhoto,
  photo: IconUserSquare,
  logo: IconBuilding,
  qr: IconQrcode,
  barcode: IconBarcode,
}

/** The elements of the side, topmost first, so that elements covered by others can be selected too. */
export function LayersPanel({ controls }: { controls: DrawingControls }) {
  const { side, chosen, area } = controls
  const order = side.elements.map((_, index) => index).toReversed()
  return (
    <Card title={`Elementos ${controls.name === 'front' ? 'da frente' : 'do verso'}`}>
      {order.length === 0 && <p className={classes.note}>Ainda não há nada deste lado.</p>}
      <ul className={classes.layers}>
        {order.map((index) => {
          const element = side.elements[index]
          if (!element) return null
          const Picture = kindIcons[element.kind]
          const problem = findPrintProblem(element, area)
          return (
            <li key={index}>
              <UnstyledButton
                className={classes.layer}
                aria-pressed={chosen.includes(index)}
                onClick={(event) => controls.choose(next(chosen, index, event.shiftKey || event.ctrlKey))}
              >
                <Picture size="1rem" stroke={1.5} aria-hidden />
                <span className={classes.layerName}>
                  {elementName(side, index)}
                  {problem !== undefined && <span className={classes.wrong}> · {problem}</span>}
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function next(chosen: readonly number[], index: number, isMore: boolean): readonly number[] {
  if (!isMore) return [index]
  return chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index]
}
