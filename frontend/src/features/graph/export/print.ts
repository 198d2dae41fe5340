/** Printing, and with it PDF: one page with a picture, and nothing else of the page. */
import "./print.css";

/** Opens the browser's print dialog; ends when it has been closed. Throws when there is no picture. */
export async function printPicture(svg: string, title: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = document.createElement("img");
  const before = document.title;
  try {
    image.src = url;
    image.alt = title;
    await image.decode();
    const isWide = image.naturalWidth > image.naturalHeight;
    image.className = `graph-print-image ${isWide ? "wide" : "tall"}`;
    document.body.append(image);
    // Browsers offer it as the name of the PDF.
    document.title = title;
    window.print();
  } finally {
    document.title = before;
    image.remove();
    URL.revokeObjectURL(url);
  }
}
