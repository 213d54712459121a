import { useQuery } from '@tanstack/react-query'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { formatCount } from '../../ui/format-count.ts'
import { cardImageQuery, dotsPerInch, sharpDpi } from './card-images.ts'
import classes from './panels.module.css'

/** Says whether the resolution is enough for the printed size. */
export function ImageQuality({ imageId, place }: { imageId: string; place: CardPlace }) {
  const image = useQuery(cardImageQuery(imageId)).data
  if (!image) return null
  const dots = dotsPerInch(image, place)
  if (dots >= sharpDpi)
    return <p className={classes.note}>{formatCount(dots)} pontos por polegada: fica nítida.</p>
  return (
    <output className={classes.warning}>
      A imagem tem só {formatCount(dots)} pontos por polegada com este tamanho: para ficar nítida são precisos{' '}
      {sharpDpi}.
    </output>
  )
}
