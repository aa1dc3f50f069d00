# Answers "METHOD K THREADS" lines with the seconds a selection took and the columns it picked.
# Started with a folder that holds codes.bin (one column after another), y.bin and shape.txt.
suppressPackageStartupMessages(library(praznik))

folder <- commandArgs(trailingOnly = TRUE)[1]
shape <- scan(file.path(folder, "shape.txt"), quiet = TRUE)
as_levels <- function(codes) {
  codes <- codes + 1L
  structure(codes, levels = as.character(seq_len(max(codes))), class = "factor")
}
read_column <- function(file) as_levels(readBin(file, "int", shape[1], size = 1, signed = FALSE))

codes <- file(file.path(folder, "codes.bin"), "rb")
X <- lapply(seq_len(shape[2]), function(j) read_column(codes))
close(codes)
names(X) <- paste0("x", seq_len(shape[2]) - 1)
X <- as.data.frame(X)
y_file <- file(file.path(folder, "y.bin"), "rb")
y <- read_column(y_file)
close(y_file)

methods <- list(mim = MIM, jmi = JMI, mrmr = MRMR, jmim = JMIM, `cmim-fleuret` = CMIM,
                disr = DISR, njmim = NJMIM)
cat("ready", as.character(packageVersion("praznik")), "\n")
requests <- file("stdin", "r")
while (length(line <- readLines(requests, 1)) > 0) {
  asked <- strsplit(line, " ")[[1]]
  select <- methods[[asked[1]]]
  start <- Sys.time()
  result <- select(X, y, k = as.integer(asked[2]), threads = as.integer(asked[3]))
  seconds <- as.numeric(Sys.time() - start, units = "secs")
  cat(format(seconds, digits = 6, scientific = FALSE), result$selection - 1, "\n")
  flush(stdout())
}
