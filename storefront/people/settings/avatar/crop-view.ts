/** The part of a picture that was chosen, in hundredths of its width and height. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** How a picture is laid under a round hole so that exactly its part is seen: as wide as needed, moved by its own size. */
export const cropStyle = ({ x, y, width, height }: CropArea) => ({
  width: `${10_000 / width}%`,
  height: `${10_000 / height}%`,
  transform: `translate(${-x}%, ${-y}%)`,
})
