// One loop over items on several threads, which the caller can interrupt.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace natpick {

/// Thrown when the poll asked to stop.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// How many threads may work, and the question asked now and then: true means stop.
struct Workers {
    std::size_t n_threads;
    std::function<bool()> poll;
};

/// Nanoseconds of work that a further thread must have to be worth starting.
inline constexpr double nanoseconds_per_thread = 2e5;

/// As many of the workers as this much work is worth.
inline Workers enough_workers(const Workers& workers, double nanoseconds) {
    const double worth = std::max(1.0, nanoseconds / nanoseconds_per_thread);
    const auto n_threads = static_cast<double>(workers.n_threads);
    return {static_cast<std::size_t>(std::min(n_threads, worth)), workers.poll};
}

/// To be called within long work, often: throws Interrupted once the work is to stop.
/// Polls at most every 50 ms, and only on the calling thread.
class Checkpoint {
  public:
    Checkpoint(const std::atomic<bool>& stop, const std::function<bool()>* poll)
        : stop_(stop), poll_(poll), last_(Clock::now()) {}

    void operator()() {
        if (stop_.load(std::memory_order_relaxed)) throw Interrupted();
        if (poll_ == nullptr || Clock::now() - last_ < std::chrono::milliseconds(50)) return;
        if ((*poll_)()) throw Interrupted();
        last_ = Clock::now();
    }

  private:
    using Clock = std::chrono::steady_clock;
    const std::atomic<bool>& stop_;
    const std::function<bool()>* poll_;
    Clock::time_point last_;
};

/// Call body(item, checkpoint) once for each item below n_items, the caller working too.
/// The first exception of any thread stops all of them and is thrown here.
template <class Body>
void parallel_for(std::size_t n_items, const Workers& workers, const Body& body) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&](const std::function<bool()>* poll) {
        try {
            Checkpoint checkpoint(stop, poll);
            for (std::size_t item = next++; item < n_items; item = next++) {
                body(item, checkpoint);
                checkpoint();
            }
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            if (!failure) failure = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> others;
    try {
        while (others.size() + 1 < workers.n_threads && others.size() + 1 < n_items) {
            others.emplace_back(work, nullptr);
        }
    } catch (const std::system_error&) {
        // The system gives no more threads: those there are do all the work.
    }
    work(&workers.poll);
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace natpick
